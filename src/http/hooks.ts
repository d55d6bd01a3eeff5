import { branchIn, createHookCheck, readHookEvent, requestBranchIn } from '../host/hook.ts';
import type { HostSync } from '../host/host.ts';
import { type CmsError, notFound, unauthorized } from '../model/errors.ts';
import { choice, object } from '../model/schema/schema.ts';
import { stringShape } from '../view/shapes/values.ts';
import { type Call, defineEndpoint, type Endpoint } from './endpoint.ts';
import { parseUntrustedJson, readChunks, requireSize } from './request/body/body.ts';
import { type BodyRoom, createBodyRoom } from './request/body/bodyRoom.ts';
import { dataResult } from './result.ts';

export interface HookDeps {
  /** Null without a git host. */
  readonly host: HostSync | null;
  /** If null, the host's webhook is not answered. */
  readonly secret: string | null;
  /** Where messages are kept while they arrive. */
  readonly room?: BodyRoom;
}

/** GitHub sends 25 MB at most. */
const MAX_BYTES = 25 * 1024 * 1024;
/** Only messages up to this size are kept and parsed. */
const MAX_KEPT = 1024 * 1024;
/** How much is kept of all unfinished messages together: anybody can send some, because they are checked at their end. */
const MAX_KEPT_TOGETHER = 16 * 1024 * 1024;
/** How many message ids are remembered: a message that is delivered again starts nothing. */
const MAX_REMEMBERED = 1000;

/** The endpoint that the git host calls when somebody has pushed, or something has happened to a request. */
export function hookEndpoints({ host, secret, room = createBodyRoom(MAX_KEPT_TOGETHER) }: HookDeps): Endpoint[] {
  const seen = new Set<string>();

  /** Whether a message has not been seen before; remembers its id. */
  function isNew(id: string): boolean {
    if (seen.has(id)) return false;
    seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= MAX_REMEMBERED) break;
      seen.delete(oldest);
    }
    return true;
  }

  return [
    defineEndpoint({
      method: 'POST',
      path: '/api/hooks/git',
      summary: 'Receive the webhook of the git host: GitHub, GitLab, Gitea or Forgejo',
      access: 'open',
      changes: 'server',
      body: { type: 'application/json', unread: object({}, { ref: stringShape }) },
      result: dataResult(object({ status: choice('accepted') }), { status: 202 }),
      async handle(call) {
        if (!host || secret === null) throw notFound('Webhook of a git host (it needs GIT_REMOTE and GIT_HOOK_SECRET)');
        const { id, kept } = await readHookMessage(call, secret, room);
        const event = readHookEvent(call.headers);
        if (event !== null && isNew(id)) notifyHost(host, event, kept);
        return { status: 202, data: { status: 'accepted' } };
      },
    }),
  ];
}

/** A message that was not kept may be about any branch. */
function notifyHost(host: HostSync, event: 'push' | 'request', kept: Buffer | null): void {
  const payload = kept && payloadIn(kept);
  const branch = kept && (event === 'push' ? branchIn(payload) : requestBranchIn(payload));
  if (event === 'request') host.toldOfRequest(branch);
  else if (kept === null || branch !== null) host.told(branch);
}

/**
 * Reads a message; `kept` is null if it is too large to parse, or if others needed the room.
 *
 * @throws CmsError UNAUTHORIZED if the message is not signed with the secret, PAYLOAD_TOO_LARGE; what the headers tell
 *   is judged before the message is asked for
 */
async function readHookMessage(
  { request, headers }: Pick<Call, 'request' | 'headers'>,
  secret: string,
  room: BodyRoom,
) {
  const check = createHookCheck(secret, headers);
  if (!check) throw unsigned();
  requireSize(request, MAX_BYTES);
  const stay = room.enter(request);
  let chunks: Buffer[] | null = [];
  let bytes = 0;
  const drop = (): void => {
    chunks = null;
    stay.leave();
  };
  stay.begin(drop);
  try {
    for await (const chunk of readChunks(request, { maxBytes: MAX_BYTES })) {
      check.take(chunk);
      bytes += chunk.length;
      chunks?.push(chunk);
      if (bytes > MAX_KEPT) drop();
      else stay.take(chunk.length);
    }
    const id = check.end();
    if (id === null) throw unsigned();
    return { id, kept: chunks && Buffer.concat(chunks) };
  } finally {
    stay.leave();
  }
}

const unsigned = (): CmsError => unauthorized('The message is not signed with GIT_HOOK_SECRET');

/** GitHub can be set to send the message inside a form. */
function payloadIn(bytes: Buffer): unknown {
  const text = bytes.toString('latin1', 0, 8);
  if (text !== 'payload=') return parseUntrustedJson(bytes);
  return parseUntrustedJson(Buffer.from(new URLSearchParams(bytes.toString()).get('payload') ?? ''));
}
