import type { Agent, Dispatcher } from 'undici';
import type { AttemptOutcome } from '../../job/delivery/delivery.ts';
import { BlockedAddress, createGuardedConnect, type ResolveHost } from '../../job/delivery/guardedConnect.ts';
import { readRetryAfter } from '../../job/delivery/retry.ts';
import { undiciPackage } from '../../lib/list/undiciPackage.ts';
import { hideSecretValues } from '../../lib/text/hideSecretValues.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Removed from the answer before it is kept. */
  readonly secrets?: readonly string[];
}

/** Sends requests to addresses that admins have given. */
export interface WebhookSender {
  /** Null if `close` has aborted it. */
  send(post: WebhookRequest): Promise<AttemptOutcome | null>;
  /** Aborts running requests. */
  close(): Promise<void>;
}

export interface SenderOptions {
  /** Whether http and private addresses are allowed (WEBHOOK_ALLOW_PRIVATE). */
  readonly allowsPrivate: boolean;
  readonly clock: () => Date;
  readonly resolve?: ResolveHost | undefined;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const KEPT_CHARACTERS = 1000;

/** Redirects count as failures; `guardedConnect.ts` guards addresses. */
export function createWebhookSender({
  allowsPrivate,
  clock,
  resolve,
  timeoutMs = TIMEOUT_MS,
}: SenderOptions): WebhookSender {
  let agent: Agent | undefined;
  /** Running requests. Combined abort signals would cost more than the rest of a request, and leak. */
  const running = new Set<AbortController>();
  let isClosed = false;

  function openAgent(): Agent {
    const options = allowsPrivate ? {} : { connect: createGuardedConnect({ timeoutMs, resolve }) };
    agent ??= new (undiciPackage().Agent)(options);
    return agent;
  }

  async function attempt(
    { url, headers, body, secrets = [] }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<Omit<AttemptOutcome, 'durationMs'>> {
    // The URL may have been saved while http was allowed.
    if (!allowsPrivate && new URL(url).protocol !== 'https:') throw new BlockedAddress(url);
    const answer = await undiciPackage().request(url, {
      ...{ method: 'POST', headers, body },
      dispatcher: openAgent(),
      signal,
    });
    const { statusCode: status } = answer;
    const retryAfter = [answer.headers['retry-after']].flat()[0];
    return {
      status,
      error: errorOf(status),
      answer: hideSecretValues(await readAnswerText(answer.body), secrets).slice(0, KEPT_CHARACTERS),
      retryAfterMs: readRetryAfter(retryAfter, clock()),
    };
  }

  return {
    async send(post) {
      const startedAt = performance.now();
      const duration = (): number => Math.round(performance.now() - startedAt);
      const cut = new AbortController();
      const timer = setTimeout(() => cut.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs);
      running.add(cut);
      try {
        return { ...(await attempt(post, cut.signal)), durationMs: duration() };
      } catch (error) {
        if (isClosed) return null;
        return { status: null, error: sendErrorCode(error), answer: '', durationMs: duration(), retryAfterMs: null };
      } finally {
        clearTimeout(timer);
        running.delete(cut);
      }
    },
    async close() {
      isClosed = true;
      for (const cut of running) cut.abort();
      await agent?.destroy();
    },
  };
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Reads as much of the answer as arrives: the status is known, so a broken body is not a failure. */
async function readAnswerText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The answer is only for the log.
  }
  return Buffer.concat(chunks).toString();
}

/** The code of an error, or of the cause that it wraps. */
function sendErrorCode(error: unknown): string {
  if (error instanceof BlockedAddress) return 'blocked_address';
  const { name, code, cause } = error as { name?: string; code?: string; cause?: unknown };
  if (cause instanceof BlockedAddress) return 'blocked_address';
  if (name === 'TimeoutError' || name === 'ConnectTimeoutError') return 'timeout';
  return code ?? name ?? 'unknown';
}
