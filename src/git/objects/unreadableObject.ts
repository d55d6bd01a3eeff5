import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** Why the database does not give an object. */
type Reason = 'missing' | 'damaged' | 'large';

const SAID: Readonly<Record<Reason, string>> = {
  missing: 'the repository lacks the',
  damaged: 'the repository has a damaged copy of the',
  large: 'too large to be read is the',
};

/** An object that is not there, whose bytes are damaged, or that is larger than anybody here reads. */
export class UnreadableObject extends Error {
  readonly id: string;
  readonly reason: Reason;

  constructor(id: string, reason: Reason, { type = 'object', cause }: { type?: string; cause?: unknown } = {}) {
    super(`${SAID[reason]} ${type} ${id}`, { cause });
    this.name = 'UnreadableObject';
    this.id = id;
    this.reason = reason;
  }
}

/** Whether an error tells of bytes that cannot be what they should be, not of a disk or a program that fails just now. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof RangeError ||
  (error instanceof Error &&
    (error.message.startsWith('damaged ') ||
      /^(Z_|ERR_BUFFER)/.test(String((error as NodeJS.ErrnoException).code)) ||
      hasErrorCode(error, 'EISDIR', 'EACCES', 'EPERM', 'EIO', 'ELOOP')));
