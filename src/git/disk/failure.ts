import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { CmsError } from '../../model/errors.ts';

const NO_SPACE = ['ENOSPC', 'EDQUOT', 'EFBIG'] as const;
const TOO_MANY_FILES = ['EMFILE', 'ENFILE'] as const;
const NOT_ALLOWED = ['EACCES', 'EPERM', 'EROFS'] as const;

/** Whether the system refused: to this user, or to everybody, as on a file system mounted read-only. */
export const isNotAllowed = (error: unknown): boolean => hasErrorCode(error, ...NOT_ALLOWED);

/**
 * Turns the error of a failed write into the one to show. After an input/output error nothing that was fsynced before
 * can be trusted (the kernel reports it once), so that one also stops the writer.
 */
export function explainFailure(error: unknown, stop: (reason: unknown) => void): unknown {
  if (hasErrorCode(error, ...NO_SPACE))
    return new CmsError('INSUFFICIENT_STORAGE', 'There is no space left for this write', { cause: error });
  if (isNotAllowed(error)) {
    return new CmsError('SERVICE_UNAVAILABLE', 'The content cannot be written: the server lacks permission', {
      cause: error,
      retryAfterSeconds: 60,
    });
  }
  if (hasErrorCode(error, ...TOO_MANY_FILES)) {
    return new CmsError('SERVICE_UNAVAILABLE', 'The server has too many files open', {
      cause: error,
      retryAfterSeconds: 1,
    });
  }
  if (!hasErrorCode(error, 'EIO')) return error;
  stop(error);
  return stopped(error);
}

/** The answer to every write after the disk failed one, or after the leftovers of one could not be cleaned up. */
export const stopped = (cause?: unknown): CmsError =>
  new CmsError(
    'SERVICE_UNAVAILABLE',
    isNotAllowed(cause)
      ? 'The server was not allowed to finish its last write: content is read-only until it may write to the git folder and is restarted'
      : 'A write to the disk has failed: content is read-only until the server is restarted',
    { cause, retryAfterSeconds: 60 },
  );
