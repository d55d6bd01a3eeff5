/** The largest upload: 50 MB as the contract counts them. Files that people commit themselves may be larger. */
export const MAX_MEDIA_FILE_BYTES = 50 * 2 ** 20;

/** One kind of file that may be uploaded. */
interface UploadType {
  readonly mimeType: string;
  /** Its extensions; stored files get the first. */
  readonly endings: readonly string[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** Pictures that variants can be made of. */
const PICTURES: readonly UploadType[] = [
  { mimeType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  { mimeType: 'image/png', endings: ['png'] },
  { mimeType: 'image/webp', endings: ['webp'] },
  { mimeType: 'image/gif', endings: ['gif'] },
  { mimeType: 'image/avif', endings: ['avif'] },
  { mimeType: 'image/tiff', endings: ['tif', 'tiff'] },
];

const RECORDINGS: readonly UploadType[] = [
  { mimeType: 'audio/mpeg', endings: ['mp3'] },
  { mimeType: 'audio/mp4', endings: ['m4a'] },
  { mimeType: 'audio/aac', endings: ['aac'] },
  { mimeType: 'audio/ogg', endings: ['ogg', 'oga', 'opus'] },
  { mimeType: 'audio/wav', endings: ['wav'] },
  { mimeType: 'audio/flac', endings: ['flac'] },
  { mimeType: 'video/mp4', endings: ['mp4', 'm4v'] },
  { mimeType: 'video/webm', endings: ['webm'] },
  { mimeType: 'video/ogg', endings: ['ogv'] },
  { mimeType: 'video/quicktime', endings: ['mov'] },
  { mimeType: 'video/matroska', endings: ['mkv'] },
  { mimeType: 'video/mpeg', endings: ['mpg', 'mpeg'] },
  { mimeType: 'video/x-msvideo', endings: ['avi'] },
];

const DOCUMENTS: readonly UploadType[] = [
  { mimeType: 'application/pdf', endings: ['pdf'] },
  { mimeType: `${OFFICE}.wordprocessingml.document`, endings: ['docx'] },
  { mimeType: `${OFFICE}.spreadsheetml.sheet`, endings: ['xlsx'] },
  { mimeType: `${OFFICE}.presentationml.presentation`, endings: ['pptx'] },
  { mimeType: `${OPEN}.text`, endings: ['odt'] },
  { mimeType: `${OPEN}.spreadsheet`, endings: ['ods'] },
  { mimeType: `${OPEN}.presentation`, endings: ['odp'] },
  { mimeType: 'application/rtf', endings: ['rtf'] },
  { mimeType: 'application/epub+zip', endings: ['epub'] },
  { mimeType: 'application/zip', endings: ['zip'] },
  { mimeType: 'application/gzip', endings: ['gz', 'tgz'] },
];

/** Old office documents, which share one file format: only their names tell them apart. */
const OLD_OFFICE: readonly UploadType[] = [
  { mimeType: 'application/msword', endings: ['doc'] },
  { mimeType: 'application/vnd.ms-excel', endings: ['xls'] },
  { mimeType: 'application/vnd.ms-powerpoint', endings: ['ppt'] },
];

/** Text files, which have no magic bytes either. */
const TEXTS: readonly UploadType[] = [
  { mimeType: 'text/plain', endings: ['txt'] },
  { mimeType: 'text/csv', endings: ['csv'] },
  { mimeType: 'application/json', endings: ['json'] },
  { mimeType: 'text/markdown', endings: ['md', 'markdown'] },
];

const byMimeType = (rows: readonly UploadType[]): ReadonlyMap<string, UploadType> =>
  new Map(rows.map((row) => [row.mimeType, row]));
const byEnding = (rows: readonly UploadType[]): ReadonlyMap<string, UploadType> =>
  new Map(rows.flatMap((row) => row.endings.map((ending) => [ending, row])));

const ALL = [...PICTURES, ...RECORDINGS, ...DOCUMENTS, ...OLD_OFFICE, ...TEXTS];
const PICTURE_TYPES = byMimeType(PICTURES);
const INLINE_TYPES = byMimeType([...PICTURES, ...RECORDINGS, ...DOCUMENTS.slice(0, 1)]);
const MAGIC_TYPES = byMimeType([...PICTURES, ...RECORDINGS, ...DOCUMENTS]);
const BY_MIME_TYPE = byMimeType(ALL);
const BY_ENDING = byEnding(ALL);
const OLD_OFFICE_BY_ENDING = byEnding(OLD_OFFICE);
const TEXT_BY_ENDING = byEnding(TEXTS);

/** The extension of a file name, without the dot and in lower case; empty if there is none. */
export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const UNKNOWN = 'application/octet-stream';

/** The type for the extension of a file name; `application/octet-stream` for an unknown one. */
export const mimeTypeOfName = (name: string): string => BY_ENDING.get(endingOf(name))?.mimeType ?? UNKNOWN;

/** The extension that a stored file of this type gets. */
export const endingOfType = (mimeType: string): string => BY_MIME_TYPE.get(mimeType)?.endings[0] ?? 'bin';

/** Whether files whose magic bytes say this type may be uploaded. */
export const isMagicType = (mimeType: string): boolean => MAGIC_TYPES.has(mimeType);

/** The type of an older office document with this name; undefined for any other name. */
export const oldOfficeType = (name: string): string | undefined => OLD_OFFICE_BY_ENDING.get(endingOf(name))?.mimeType;

/** The type of a text file with this name; undefined if such a file may not be uploaded. */
export const textType = (name: string): string | undefined => TEXT_BY_ENDING.get(endingOf(name))?.mimeType;

/** Whether files of this type may be uploaded. */
export const isStorable = (mimeType: string): boolean => BY_MIME_TYPE.has(mimeType);

/** Whether variants can be made of files of this type. */
export const isPicture = (mimeType: string): boolean => PICTURE_TYPES.has(mimeType);

/** Whether browsers may show files of this type: none of them can hold a script (SECURITY, 26). */
export const isInlineType = (mimeType: string): boolean => INLINE_TYPES.has(mimeType);

/** What browsers run as a script (MIME Sniffing, "JavaScript MIME type"). */
const SCRIPT =
  /^(?:(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/i;

/** The type to serve a file with. The interface's pages run scripts of their own server: no media item is one. */
export const servedType = (mimeType: string): string => (SCRIPT.test(mimeType) ? UNKNOWN : mimeType);
