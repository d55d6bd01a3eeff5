import type { Transporter } from 'nodemailer';
import type { AttemptOutcome } from '../job/delivery/delivery.ts';
import { lazily } from '../lib/list/lazily.ts';
import { hideSecretValues } from '../lib/text/hideSecretValues.ts';
import type { MailConfig } from '../model/address/mailConfig.ts';

/** A mail as it is sent. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands mails to a mail server. */
export interface MailServer {
  /** @param id the same for each attempt, so that a mail that comes twice is known as one; null if `close` came first */
  send(letter: Letter, id: string): Promise<AttemptOutcome | null>;
  /** Waits for no answer any more. */
  close(): void;
}

const nodemailerPackage = lazily(() => import('nodemailer'));

/** A server that is silent for longer counts as failing. */
const SILENT_MS = 20_000;
const KEPT_CHARACTERS = 300;

interface Options extends MailConfig {
  readonly silentMs?: number;
}

export function createMailServer({ server, from, silentMs = SILENT_MS }: Options): MailServer {
  const transporter = lazily(async (): Promise<Transporter> => {
    const { auth, ...address } = server;
    const { createTransport } = await nodemailerPackage();
    return createTransport({
      ...address,
      ...(auth && { auth }),
      ...{ connectionTimeout: silentMs, greetingTimeout: silentMs, socketTimeout: silentMs, dnsTimeout: silentMs },
      // What is sent is made here: nothing of it is a file or an address to be read.
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
  });
  /** What ends the running attempts. */
  const running = new Set<() => void>();
  const hide = (text: string): string =>
    hideSecretValues(text, server.auth ? [server.auth.pass] : []).slice(0, KEPT_CHARACTERS);

  async function attempt(letter: Letter, id: string): Promise<Omit<AttemptOutcome, 'durationMs'>> {
    try {
      const info = await (await transporter()).sendMail({
        ...{ from, ...letter, xMailer: false, messageId: `<${id}@${hostOf(from)}>` },
        // No answering machine answers it (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { status: OK, error: null, answer: hide(String(info.response ?? '')), retryAfterMs: null };
    } catch (error) {
      const { responseCode = null, code, command, message } = error as SmtpFailure;
      const isFinal = responseCode !== null && responseCode >= 500 && isAboutLetter(code, command);
      return {
        ...{ status: responseCode, error: code ?? 'unknown', answer: hide(String(message)), retryAfterMs: null },
        ...(isFinal && { isFinal }),
      };
    }
  }

  return {
    async send(letter, id) {
      const startedAt = performance.now();
      const outcome = await new Promise<Awaited<ReturnType<typeof attempt>> | null>((resolve) => {
        const end = (): void => resolve(null);
        running.add(end);
        void attempt(letter, id)
          .then(resolve)
          .finally(() => running.delete(end));
      });
      return outcome && { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
    },
    close() {
      for (const end of running) end();
    },
  };
}

/** SMTP: "requested mail action okay, completed" (RFC 5321). */
const OK = 250;

/** What nodemailer says of a failure. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  /** The server's answer. */
  readonly responseCode?: number;
  readonly message?: string;
}

/** Whether a refusal is about this mail or whom it is for; otherwise it is about the server or how it is used. */
const isAboutLetter = (code: string | undefined, command: string | undefined): boolean =>
  code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO');

const hostOf = (from: string): string => /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'quire.invalid';
