/**
 * The stages that shell blocks of the documents run on: a copy of the sample site and, if a block needs it, a git host,
 * an SSH server or a bucket on this machine instead of those that it names.
 */
import { spawnSync } from 'node:child_process';

/** The surroundings that a block needs to run. */
interface Stage {
  /** Programs that the stage needs. */
  readonly needs: readonly string[];
  /** Names in a block, and what replaces them. */
  readonly instead: readonly (readonly [string | RegExp, string])[];
  readonly before: string;
  readonly after: string;
}

/**
 * `node dist/main.js serve` serves until it is told to stop: here it is awaited, `looks` is called, and it is stopped.
 * A block may contain it twice: each server has its own port.
 */
const SERVE = `
looks() { :; }
node() {
  if [ "$2" != serve ]; then command node "$@"; return; fi
  local port; port=$(command node -e "const s = require('net').createServer().listen(0, () => { console.log(s.address().port); s.close(); })")
  PORT=$port LOG_LEVEL=error QUIRE_ADMIN_EMAIL=ada@example.org QUIRE_ADMIN_PASSWORD='correct horse' command node "$@" > "$WORK/serve.log" 2>&1 &
  local server=$! tries=0
  until curl --silent --fail "http://127.0.0.1:$port/api/ready" > /dev/null; do
    tries=$((tries + 1)); if [ $tries -gt 100 ] || ! kill -0 $server 2> /dev/null; then cat "$WORK/serve.log" >&2; return 1; fi
    sleep 0.1
  done
  local code=0; URL="http://127.0.0.1:$port" looks || code=$?
  kill -TERM $server; wait $server
  return $code
}
login() {
  curl --silent --fail "$URL/api/admin/auth/login" --json '{"email":"ada@example.org","password":"correct horse"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'
}
`;

/** A bare repository with the site; what is saved in its clone must arrive there. */
const HOST = `${SERVE}
git clone --quiet --bare "$SITE" "$WORK/host.git"
mkdir -p "$WORK/srv"
`;
const HOST_PLACES = [
  [/(?:git@|https:\/\/)(?:github\.com|git\.example\.org)[:/](?:owner\/)?site\.git/g, 'file://$WORK/host.git'],
  [/\/srv\/(?:quire\/)?site/g, '$WORK/srv/site'],
  [/\/var\/lib\/quire/g, '$WORK/lib'],
] as const;

const SAVES = `
looks() {
  local token; token=$(login)
  curl --silent --fail -X PUT "$URL/api/admin/pages/1" -H "Authorization: Bearer $token" --json '{"title":"Told to the host"}' > /dev/null
  curl --silent --fail -X POST "$URL/api/admin/sync" -H "Authorization: Bearer $token" | grep --quiet '"ahead":0'
  git -C "$WORK/host.git" log -1 --format=%s "\${1:-\${BRANCH:-HEAD}}" | grep --quiet 'Told to the host\\|Update page'
}
`;

/** The stages by name: `<!-- run -->` uses the first, `<!-- run: ssh -->` and so on the others. */
export const STAGES: Readonly<Record<string, Stage>> = {
  site: { needs: [], instead: [], before: '', after: '' },
  extension: {
    needs: [],
    instead: [['npx quire', 'node "$ROOT/dist/main.js"']],
    before: 'ROOT=$PWD; cd "$SITE"\n',
    after: 'node "$ROOT/dist/main.js" check --config quire.config.ts 2>&1 | grep --quiet "^extension stars 0.1.0"',
  },
  host: { needs: ['git', 'curl'], instead: HOST_PLACES, before: HOST + SAVES, after: '' },
  content: {
    needs: ['git', 'curl'],
    instead: HOST_PLACES,
    before: `${HOST + SAVES}BRANCH=content\n`,
    after: 'git -C "$WORK/host.git" rev-parse --verify --quiet content > /dev/null',
  },
  replica: {
    needs: ['git', 'curl'],
    instead: [...HOST_PLACES, ['=…', '=0123456789abcdef'] as const],
    before: `${HOST}
looks() {
  curl --silent --fail "$URL/api/content/pages/home" > /dev/null
  test "$(curl --silent -o /dev/null -w '%{http_code}' "$URL/api/admin/setup" --json '{}')" != 200
}
`,
    after: '',
  },
  ssh: {
    needs: ['/usr/sbin/sshd', 'ssh-keygen', 'ssh-keyscan'],
    instead: [
      [/\/etc\/quire\b/g, '$WORK/etc'],
      [/\bssh-keyscan git\.example\.org/g, 'ssh-keyscan -p $SSH_PORT 127.0.0.1'],
    ],
    before: `
mkdir -p "$WORK/etc" "$WORK/sshd" /run/sshd; git clone --quiet --bare "$SITE" "$WORK/host.git"
SSH_PORT=$(command node -e "const s = require('net').createServer().listen(0, () => { console.log(s.address().port); s.close(); })")
ssh-keygen -q -t ed25519 -N '' -f "$WORK/sshd/key"
/usr/sbin/sshd -D -f /dev/null -p $SSH_PORT -o ListenAddress=127.0.0.1 -o HostKey="$WORK/sshd/key" -o StrictModes=no \\
  -o PidFile=none -o UsePAM=no -o AuthorizedKeysFile="$WORK/etc/deploy_key.pub" 2> "$WORK/sshd/log" &
trap "kill $!" EXIT
for try in $(seq 50); do ssh-keyscan -p $SSH_PORT 127.0.0.1 2> /dev/null | grep --quiet . && break; sleep 0.1; done
`,
    after: 'git ls-remote --exit-code "ssh://$(id -un)@127.0.0.1:$SSH_PORT$WORK/host.git" HEAD > /dev/null',
  },
  bucket: {
    needs: ['curl'],
    instead: [
      [/\/etc\/quire\.env/g, '$WORK/quire.env'],
      ['https://s3.example.org', 'http://127.0.0.1:$S3_PORT'],
      ['https://media.example.org', 'http://127.0.0.1:$S3_PORT/site-media'],
      ['KEY_ID=...', 'KEY_ID=S3RVER'],
      ['ACCESS_KEY=...', 'ACCESS_KEY=S3RVER'],
    ],
    before: `${SERVE}
S3_PORT=$(command node -e "const s = require('net').createServer().listen(0, () => { console.log(s.address().port); s.close(); })")
node_modules/.bin/s3rver --directory "$WORK/bucket" --port $S3_PORT --configure-bucket site-media > "$WORK/s3.log" 2>&1 &
trap "kill $!" EXIT
for try in $(seq 100); do curl --silent "http://127.0.0.1:$S3_PORT/" > /dev/null && break; sleep 0.1; done
looks() {
  local token; token=$(login)
  printf '%%PDF-1.4\\nA note.\\n' > "$WORK/note.pdf"
  curl --silent --fail "$URL/api/admin/media" -H "Authorization: Bearer $token" -F "file=@$WORK/note.pdf;type=application/pdf" > "$WORK/media.json"
  curl --silent --fail --location "$URL$(sed 's/.*"url":"\\([^"]*\\)".*/\\1/' "$WORK/media.json")" | cmp - "$WORK/note.pdf"
}
`,
    after: `
set -a; . "$WORK/quire.env"; set +a
find "$WORK/bucket" -type f | grep --quiet . && exit 1
CONTENT_DIR="$SITE/content" node dist/main.js serve
find "$WORK/bucket" -type f | grep --quiet note
test -z "$(git -C "$SITE" ls-files content/media/files | grep note)"
`,
  },
};

/** The first program that a stage needs and this machine lacks. */
export const findMissing = ({ needs }: Stage): string | undefined =>
  needs.find((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);

/** The script that runs a block on a stage. */
export function onStage({ instead, before, after }: Stage, shell: string): string {
  const block = instead.reduce((text, [name, other]) => text.replaceAll(name, () => other), shell);
  return `${before}\n${block}\n${after}\n`;
}
