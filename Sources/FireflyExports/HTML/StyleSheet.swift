/// The style sheet of a site, in the colours of Firefly's themes.
enum StyleSheet {
  static let css = """
    :root {
      --ground: #e8e8ea; --card: #fff; --text: #16181d; --quiet: #5c616b; --accent: #b36b00;
      --link: #0a57a4; --line: #d4d5d9; --code: #f2f2f4;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #14161b; --card: #2b2f38; --text: #f0f2f5; --quiet: #b0b5bf; --accent: #ffc23d;
        --link: #7cb8ff; --line: #434854; --code: #1e2128;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0; padding: 1rem clamp(0.75rem, 4vw, 2rem) 4rem; background: var(--ground);
      color: var(--text); font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere;
    }
    nav, main { max-width: 46rem; margin: 0 auto; }
    a { color: var(--link); text-underline-offset: 0.15em; }
    a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    nav ol {
      display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; margin: 0 0 1rem; padding: 0;
      list-style: none; font-size: 0.9375rem;
    }
    nav li + li::before { content: "›"; margin-inline-end: 0.5rem; color: var(--quiet); }
    .neighbours { display: flex; justify-content: space-between; gap: 1.5rem; margin-top: 2rem; }
    .neighbours [rel="next"] { margin-inline-start: auto; text-align: end; }
    nav a { text-decoration: none; }
    nav a:hover { text-decoration: underline; }
    article, .card { background: var(--card); border-radius: 14px; box-shadow: 0 1px 3px #0002; }
    article { padding: clamp(1.1rem, 4vw, 2.25rem); }
    h1 { margin: 0; font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.1rem); line-height: 1.2; }
    main > h1 { margin: 0.5rem 0 1.5rem; }
    h2 { margin: 2rem 0 0.75rem; font-size: 1.15rem; line-height: 1.3; }
    .body h1, .body h2, .body h3, .body h4, .body h5, .body h6 {
      margin: 1.6em 0 0.5em; font-size: 1.15rem; line-height: 1.3;
    }
    .unseen {
      position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .unseen + .body { margin-top: 0; }
    .summary { margin: 0.4rem 0 0; color: var(--quiet); font-style: italic; white-space: pre-line; }
    figure { margin: 1.25rem 0; }
    img { max-width: 100%; height: auto; border-radius: 8px; }
    figure img { display: block; max-height: 75vh; margin: 0 auto; }
    .body { margin-top: 1.25rem; }
    .body > :first-child { margin-top: 0; }
    .byline { margin: 1.5rem 0 0; color: var(--quiet); font-size: 0.9375rem; }
    blockquote {
      margin: 1em 0; padding-inline-start: 1em; border-inline-start: 3px solid var(--accent);
      color: var(--quiet);
    }
    blockquote blockquote blockquote blockquote { padding-inline-start: 0.35em; border-width: 1px; }
    :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) { padding-inline-start: 0.6em; }
    code, pre { font: 0.9em/1.5 ui-monospace, monospace; background: var(--code); border-radius: 5px; }
    code { padding: 0.1em 0.3em; }
    pre { padding: 0.9em 1em; overflow-x: auto; overflow-wrap: normal; }
    pre code { padding: 0; background: none; font-size: 1em; }
    ul, ol { padding-inline-start: 1.5em; }
    table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
    th, td { padding: 0.35em 0.7em; border: 1px solid var(--line); overflow-wrap: normal; }
    hr { margin: 2em 0; border: 0; border-top: 1px solid var(--line); }
    .reply {
      margin-top: 0.75rem; margin-inline-start: calc(min(var(--level) - 1, 8) * clamp(0.4rem, 2vw, 1.5rem));
      padding: 1rem 1.15rem; border-inline-start: 4px solid transparent;
    }
    .reply h2 { margin: 0; }
    .reply .body { margin-top: 0; }
    .reply h2:not(.unseen) ~ .body { margin-top: 0.5rem; }
    .reply .byline { margin-top: 0.75rem; font-size: 0.875rem; }
    .reply:target { border-inline-start-color: var(--accent); }
    .byline a { color: inherit; text-decoration: none; }
    .feed { margin: 2rem 0 0; font-size: 0.875rem; }
    .cards { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
    .card {
      display: flex; flex-direction: row-reverse; gap: 1rem; align-items: flex-start;
      padding: 1rem 1.15rem; border-inline-start: 4px solid transparent; color: inherit;
      text-decoration: none;
    }
    .card:hover, .card:focus-visible { border-inline-start-color: var(--accent); }
    .card .words { display: grid; flex: 1; min-width: 0; gap: 0.15rem; }
    .card em { color: var(--quiet); white-space: pre-line; }
    .card small { color: var(--quiet); font-size: 0.875rem; }
    .card img { flex: none; width: 5rem; height: 5rem; object-fit: cover; }
    @media (max-width: 26rem) { .card img { width: 3.5rem; height: 3.5rem; } }
    @media print {
      :root {
        --ground: #fff; --card: #fff; --text: #000; --quiet: #444; --accent: #888; --link: #000;
        --line: #999; --code: #f4f4f4;
      }
      body { padding: 0; font-size: 11pt; }
      nav, main { max-width: none; }
      article { padding: 0; box-shadow: none; }
      .reply { padding: 0.5rem 0.75rem; border-inline-start-color: var(--line); }
      .feed { display: none; }
      .card { border: 1px solid var(--line); box-shadow: none; break-inside: avoid; }
      pre { white-space: pre-wrap; }
      figure, pre, blockquote, tr { break-inside: avoid; }
      h1, h2 { break-after: avoid; }
      .body a[href^="http"]:not(:has(.address))::after { content: " (" attr(href) ")"; font-size: 0.85em; }
    }

    """
}
