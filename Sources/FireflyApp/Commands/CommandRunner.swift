/// How a program can run text: the programs that are known to, as one table.
enum CommandRunner: String, CaseIterable, Sendable {
  /// It runs a script, in a file or after an option, and gets what follows the script as it is.
  case script = "sh bash rbash dash ash zsh ksh mksh yash osh fish python"

  /// It runs a script in a file, and gets what follows the file as it is.
  case interpreter = """
    perl ruby node nodejs php lua luajit pypy Rscript tclsh julia racket ocaml elixir escript groovy clisp \
    swift runghc raku dart crystal csi clojure bb gjs qml qjs d8 ts-node tsx rust-script java ysh oil es scsh
    """

  /// It runs commands among its options.
  case editor = "vi vim vim.tiny vim.basic vim.nox vim.gtk gvim nvim emacs"

  /// It runs an argument, and only reads its input.
  case filter = "awk gawk mawk nawk original-awk sed"

  /// It runs the argument of some of its options.
  case hooked = "git find tar rg zip tcpdump"

  /// It may run any of its arguments, or its input.
  case anything = """
    ssh slogin rsh mosh scp sftp watch script tmux screen su sudo doas runuser pkexec csh tcsh irb deno bun osascript \
    ed ex emacsclient xargs parallel eval make wish expect guile ipython pwsh nu xonsh elvish busybox toybox gdb lldb \
    env timeout nice ionice nohup setsid flock time stdbuf taskset chrt chroot unshare nsenter setpriv setarch \
    systemd-run dbus-run-session xvfb-run unbuffer fakeroot firejail bwrap strace ltrace valgrind nix-shell docker podman \
    xterm uxterm lxterm urxvt rxvt x-terminal-emulator kitty alacritty foot st gnome-terminal konsole xfce4-terminal \
    mate-terminal lxterminal qterminal terminator tilix wezterm ghostty mlterm kgx ptyxis \
    psql sqlite sqlite3 mysql mariadb duckdb sqlplus usql litecli pgcli mycli mongosh redis-cli \
    at batch crontab m4 dc gnuplot octave R gs tex latex pdftex pdflatex xelatex lualatex context groff troff \
    ghci swipl erl iex scala kotlin jshell sbcl gforth maxima rc bpython sage kak lftp ftp telnet socat \
    run-parts hyperfine perf entr proot faketime cgexec numactl dtach abduco zellij tsp gosu machinectl toolbox \
    distrobox flatpak-spawn kubectl lxc nix npx npm pnpm yarn cargo go uv poetry pipx mise direnv \
    newgrp sg virsh msfconsole smbclient ncftp plink xdotool watchexec just systemd-inhibit dialog rofi \
    ansible-playbook nix-build latexmk inkscape gimp ld.so
    """

  private static let named = Dictionary(
    allCases.flatMap { kind in kind.rawValue.split(separator: " ").map { (String($0), kind) } },
    uniquingKeysWith: { first, _ in first })

  /// By the last component of the program's path, with or without a version or a kind of build; nil if it isn't known
  /// to run text.
  init?(_ word: String) {
    let name = String(word.split(separator: "/").last ?? "")
    let plain = name.wholeMatch(of: /(.+?)[-0-9.]*([-.](distrib|static|dbg|x86_64.*))?/)?.1
    guard let runner = Self.named[name] ?? plain.flatMap({ Self.named[String($0)] }) else {
      return nil
    }
    self = runner
  }
}
