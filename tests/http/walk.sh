#!/usr/bin/env bash
# The forum's main path with curl and a cookie jar, as a person without a browser: read, register with a code from the
# outbox, sign in, post, reply, edit, log out. Usage: tests/http/walk.sh http://127.0.0.1:3000
set -euo pipefail

origin=${1:?usage: walk.sh ORIGIN}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
jar=$folder/jar
page=$folder/page.html

fail() {
  echo "FAILED: $1" >&2
  echo "--- last page (status ${status:-none}, $address)" >&2
  sed -e 's/<[^>]*>/ /g' "$page" | tr -s ' \n' | head -c 1500 >&2
  exit 1
}
step() { echo "- $1"; }
trap 'echo "FAILED in line $LINENO" >&2' ERR
# The pages are UTF-8 whatever this machine's locale is.
grep() { command grep --text "$@"; }

status=
address=
# go ADDRESS [curl options]: one request; its page, status and address are kept. Redirects are followed by hand.
go() {
  address=$1
  shift
  : > "$page"
  status=$(curl --silent --show-error --max-time 30 --cookie "$jar" --cookie-jar "$jar" --output "$page" \
    --dump-header "$folder/headers" --write-out '%{http_code}' "$@" "$origin$address")
}
location() { sed -n 's/^[Ll]ocation: *//p' "$folder/headers" | tr -d '\r' | sed "s|^$origin||"; }
expect_status() { [ "$status" = "$1" ] || fail "expected status $1"; }
follow() {
  case $status in 302 | 303) ;; *) fail "expected a redirect" ;; esac
  go "$(location | sed 's/#.*//')"
  expect_status 200
}
expect_text() { grep --quiet --fixed-strings -- "$1" "$page" || fail "expected the page to say: $1"; }
expect_no_text() { ! grep --quiet --fixed-strings -- "$1" "$page" || fail "did not expect the page to say: $1"; }
# hidden NAME: the value of the page's first input of that name.
hidden() {
  grep -o '<input[^>]*>' "$page" | grep "name=\"$1\"" | head -n 1 | sed -n 's/.*value="\([^"]*\)".*/\1/p'
}
# link PATTERN: the first link that matches.
link() { grep -o "href=\"$1\"" "$page" | head -n 1 | sed 's/^href="//; s/"$//; s/&amp;/\&/g'; }

stamp=$(date +%s%N | tail -c 9)
phone="199$stamp"
nickname="walk$stamp"
password="Walk-$stamp-pass"

step "read: the start page leads to the forum, a list leads to a topic"
go /
follow
go /forum/all
expect_status 200
expect_text "技术论坛"
topic=$(link '/hsforum/thread-[0-9][^"]*')
[ -n "$topic" ] || fail "the list has no topic"
go "${topic%%#*}"
expect_status 200
expect_text "登录后回复"

step "a visitor who wants to post is asked to sign in"
go /posting
expect_status 401
expect_text "请先登录"

step "register with a code from the outbox"
go "/login?redirect=/posting"
follow
go "/gateway/register?redirect=/posting"
expect_status 200
go "/gateway/register?redirect=/posting" --data-urlencode "formToken=$(hidden formToken)" --data-urlencode "account=$phone" \
  --data-urlencode "intent=send-code"
expect_status 200
expect_text "获取验证码成功"
message=$(hidden messageId)
token=$(hidden formToken)
go /gateway/outbox --header "accept: application/json"
expect_status 200
code=$(tr '{' '\n' < "$page" | grep "\"$phone\"" | head -n 1 | grep -o '[^0-9][0-9]\{6\}[^0-9]' | grep -o '[0-9]\{6\}' | head -n 1)
[ -n "$code" ] || fail "the outbox has no code for $phone"
go "/gateway/register?redirect=/posting" --data-urlencode "formToken=$token" --data-urlencode "messageId=$message" \
  --data-urlencode "account=$phone" --data-urlencode "code=$code" --data-urlencode "nickname=$nickname" \
  --data-urlencode "password=$password" --data-urlencode "agree=yes" --data-urlencode "intent=submit"
follow
[ "$address" = /posting ] || fail "registering did not lead back to /posting"

step "the two statements stand before the page, one after the other, until they are accepted"
for policy in UserHidev HiDeveloper; do
  grep --quiet "<dialog[^>]*id=\"$policy\"" "$page" || fail "no dialog $policy"
  go /privacy --data-urlencode "csrf=$(hidden csrf)" --data-urlencode "privacyId=$policy" --data-urlencode "version=$(hidden version)" \
    --data-urlencode "back=/posting" --data-urlencode "intent=accept"
  follow
done
! grep --quiet '<dialog' "$page" || fail "a dialog is left"

step "log out, and sign in by password"
go /logout
follow_to_logged_out() { for _ in 1 2 3 4; do case $status in 302 | 303) go "$(location)" ;; esac; done; }
follow_to_logged_out
go /posting
expect_status 401
go "/gateway/signin?redirect=/posting"
go "/gateway/signin?redirect=/posting" --data-urlencode "formToken=$(hidden formToken)" --data-urlencode "account=$phone" \
  --data-urlencode "password=$password" --data-urlencode "intent=submit"
follow
expect_text "正文"

step "post a topic with a code block and an image link; the preview keeps what was typed"
csrf=$(hidden csrf)
submission=$(hidden submissionId)
section=$(grep -o '<option value="[1-9][0-9]*"' "$page" | head -n 1 | grep -o '[0-9]*')
title="用 curl 发的帖子 $stamp"
content=$(printf '先说现象：`uart0` 没有输出。\n\n```c\nint main(void) { return 0; }\n```\n\n![示波器截图](https://example.com/scope-%s.png)\n' "$stamp")
topic_form() {
  go /posting --data-urlencode "csrf=$csrf" --data-urlencode "submissionId=$submission" --data-urlencode "fid=$section" \
    --data-urlencode "classId=" --data-urlencode "title=$title" --data-urlencode "tags=curl 串口" \
    --data-urlencode "content=$content" --data-urlencode "intent=$1"
}
topic_form preview
expect_status 200
expect_text "<pre"
expect_text "$title"
topic_form publish
follow
topic=$address
expect_text "$title"
expect_text "https://example.com/scope-$stamp.png"
grep --quiet '<pre' "$page" || fail "the code block is not one"

step "the same form again makes no second topic"
first=$topic
topic_form publish
follow
[ "$address" = "$first" ] || fail "a repeated form made another topic: $address"

step "reply"
reply="回一句：\`dmesg | grep tty\` 看看 $stamp"
go "$topic" --data-urlencode "csrf=$(hidden csrf)" --data-urlencode "submissionId=$(hidden submissionId)" \
  --data-urlencode "content=$reply" --data-urlencode "intent=reply"
follow
expect_text "看看 $stamp"

step "an empty reply is refused beside its field"
go "$topic"
go "$topic" --data-urlencode "csrf=$(hidden csrf)" --data-urlencode "submissionId=$(hidden submissionId)" \
  --data-urlencode "content=" --data-urlencode "intent=reply"
expect_status 400
expect_text "请输入回复内容"

step "edit the reply"
go "$topic"
edit=$(link '/posting/post?pid=[0-9]*')
[ -n "$edit" ] || fail "there is no link to edit one's own reply"
go "$edit"
expect_status 200
expect_text "dmesg | grep tty"
go "$edit" --data-urlencode "csrf=$(hidden csrf)" --data-urlencode "content=改好了 $stamp" --data-urlencode "intent=publish"
follow
expect_text "改好了 $stamp"
expect_no_text "看看 $stamp"

step "a forged token is refused and the text kept"
go "$topic"
go "$topic" --data-urlencode "csrf=forged" --data-urlencode "submissionId=$(hidden submissionId)" \
  --data-urlencode "content=别丢了我 $stamp" --data-urlencode "intent=reply"
expect_status 403
expect_text "别丢了我 $stamp"

step "log out: the session is gone, and so is the reply form"
go /logout
follow_to_logged_out
go "$topic"
expect_status 200
expect_text "登录后回复"
expect_text "改好了 $stamp"
echo "the whole path works with curl"
