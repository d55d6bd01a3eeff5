import { wordReason } from '../i18n/reasonWords.ts';
import type { Clash, DraftProblems, Error as Refused } from './interface.ts';

/** One problem. Its message is in the language of the interface if it is known there, else as the server words it. */
export interface WireProblem {
  readonly code: string;
  readonly message: string;
  /** The path of the value concerned. */
  readonly path?: readonly string[];
  /** Why, and the facts of it, as the server tells them. */
  readonly reason?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Whether the message is known to the interface. */
  readonly isKnown?: boolean;
  /** A warning keeps nothing from being published; `error` unless given. */
  readonly severity?: 'error' | 'warning';
}

export const isWarning = ({ severity }: WireProblem): boolean => severity === 'warning';

interface WireErrorOptions {
  readonly status: number;
  readonly problems: readonly WireProblem[];
  /** Values that somebody else has changed in the meantime. */
  readonly clashes?: readonly Clash[];
}

/** A request that was refused, or that did not reach the server (status 0, code OFFLINE). */
export class WireError extends Error {
  readonly status: number;
  readonly problems: readonly WireProblem[];
  readonly clashes: readonly Clash[];

  constructor({ status, problems, clashes = [] }: WireErrorOptions) {
    super(problems.map(({ message }) => message).join('\n'));
    this.name = 'WireError';
    this.status = status;
    this.problems = problems;
    this.clashes = clashes;
  }

  get code(): string {
    return this.problems[0]?.code ?? 'INTERNAL_ERROR';
  }
}

/** Whether a write was refused because the record has changed since it was shown. */
export const isStaleWriteError = (error: unknown): boolean =>
  error instanceof WireError && error.code === 'PRECONDITION_FAILED';

/** What keeps a draft from being published, in the language of the interface. */
export const toProblems = (problems: DraftProblems): Promise<readonly WireProblem[]> =>
  Promise.all(
    problems.map((problem) =>
      translateProblem({ code: 'VALIDATION', ...(problem as Omit<Refused['errors'][number], 'code'>) }),
    ),
  );

async function translateProblem(problem: Refused['errors'][number]): Promise<WireProblem> {
  const message = await wordReason(problem);
  return message === undefined ? problem : { ...problem, message, isKnown: true };
}

/** The code for an answer that is not the server's: a proxy has limits of its own. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = { 413: 'PAYLOAD_TOO_LARGE', 429: 'RATE_LIMITED' };

const codeForStatus = (status: number): string =>
  CODE_OF_STATUS[status] ?? (status >= 500 ? 'SERVICE_UNAVAILABLE' : 'UNEXPECTED');

/** Reads the errors of an answer. One that is not in the server's format comes from a proxy, and only its status counts. */
export async function toWireError(response: Response): Promise<WireError> {
  const { status } = response;
  try {
    const { errors, clashes } = (await response.json()) as Refused;
    if (Array.isArray(errors) && errors.length > 0) {
      const problems = await Promise.all(errors.map(translateProblem));
      return new WireError({ status, problems, ...(clashes && { clashes }) });
    }
  } catch {
    // Not JSON.
  }
  return new WireError({ status, problems: [{ code: codeForStatus(status), message: '' }] });
}
