// Queries one socket (sock_diag(7)). /proc/net/tcp has the same information, but the kernel would
// list all sockets, after searching hundreds of thousands of hash buckets.

#include "CSocketOwner.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

bool firefly_socket_owner(uint16_t own, uint16_t other, uint32_t *user) {
  struct {
    struct nlmsghdr head;
    struct inet_diag_req_v2 body;
  } question;
  memset(&question, 0, sizeof question);
  question.head.nlmsg_len = sizeof question;
  question.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  question.head.nlmsg_flags = NLM_F_REQUEST;
  question.body.sdiag_family = AF_INET;
  question.body.sdiag_protocol = IPPROTO_TCP;
  question.body.idiag_states = ~0u;
  question.body.id.idiag_sport = htons(own);
  question.body.id.idiag_dport = htons(other);
  question.body.id.idiag_src[0] = htonl(INADDR_LOOPBACK);
  question.body.id.idiag_dst[0] = htonl(INADDR_LOOPBACK);
  question.body.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
  question.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;

  int file = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (file < 0) return false;
  // The answer is available as soon as the query is sent; if the kernel doesn't answer, don't
  // block.
  struct timeval patience = {.tv_sec = 0, .tv_usec = 100000};
  setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  struct {
    struct nlmsghdr head;
    struct inet_diag_msg body;
    char rest[512];
  } answer;
  memset(&answer, 0, sizeof answer);
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  bool is_known = false;
  if (sendto(file, &question, sizeof question, 0, (struct sockaddr *)&kernel, sizeof kernel) ==
      (ssize_t)sizeof question) {
    ssize_t count = recv(file, &answer, sizeof answer, 0);
    // A closed socket has no file (inode 0), and seems to be owned by root; report no owner.
    is_known = count >= (ssize_t)(sizeof answer.head + sizeof answer.body) &&
               answer.head.nlmsg_type == SOCK_DIAG_BY_FAMILY &&
               answer.body.id.idiag_sport == htons(own) &&
               answer.body.id.idiag_dport == htons(other) && answer.body.idiag_inode != 0;
  }
  close(file);
  if (is_known) *user = answer.body.idiag_uid;
  return is_known;
}
