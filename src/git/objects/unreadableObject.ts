import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** Why an object cannot be read. */
type UnreadableReason = 'missing' | 'damaged' | 'large';

const MESSAGES: Readonly<Record<UnreadableReason, (object: string) => string>> = {
  missing: (object) => `the repository lacks the ${object}`,
  damaged: (object) => `the repository has a damaged copy of the ${object}`,
  large: (object) => `the ${object} is too large to be read`,
};

/** An object that is missing, damaged, or larger than any that is read here. */
export class UnreadableObject extends Error {
  readonly id: string;
  readonly reason: UnreadableReason;

  constructor(
    id: string,
    reason: UnreadableReason,
    { type = 'object', cause }: { type?: string; cause?: unknown } = {},
  ) {
    super(MESSAGES[reason](`${type} ${id}`), { cause });
    this.name = 'UnreadableObject';
    this.id = id;
    this.reason = reason;
  }
}

/** Whether an error means damaged bytes, as opposed to a disk or a program that fails just now. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof RangeError ||
  (error instanceof Error &&
    (error.message.startsWith('damaged ') ||
      /^(Z_|ERR_BUFFER)/.test(String((error as NodeJS.ErrnoException).code)) ||
      hasErrorCode(error, 'EISDIR', 'EACCES', 'EPERM', 'EIO', 'ELOOP')));
