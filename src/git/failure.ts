import { CmsError } from '../model/errors.ts';
import { errnoOf } from './durableFs.ts';

const NO_SPACE: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const NOT_ALLOWED: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * What a failed write is called. After an input/output error nothing that was fsynced before can be trusted
 * (the kernel reports it once), so that one also stops the writer.
 */
export function explainFailure(error: unknown, stop: (reason: unknown) => void): unknown {
  const code = errnoOf(error);
  if (NO_SPACE.has(code))
    return new CmsError('INSUFFICIENT_STORAGE', 'There is no space left for this write', { cause: error });
  if (NOT_ALLOWED.has(code)) {
    return new CmsError('SERVICE_UNAVAILABLE', 'The content cannot be written: the server lacks permission', {
      cause: error,
      retryAfterSeconds: 60,
    });
  }
  if (code !== 'EIO') return error;
  stop(error);
  return stopped(error);
}

/** The answer to every write after the disk has failed one. */
export const stopped = (cause?: unknown): CmsError =>
  new CmsError(
    'SERVICE_UNAVAILABLE',
    'The disk has failed a write: content is read-only until the server is restarted',
    { cause, retryAfterSeconds: 60 },
  );
