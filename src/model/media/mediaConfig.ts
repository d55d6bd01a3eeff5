/** Where media files are stored. */
export type MediaConfig =
  | { readonly storage: 'git' }
  | { readonly storage: 'local'; readonly dir: string }
  | { readonly storage: 's3'; readonly s3: S3Config };

/** A bucket and how to reach it. */
export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The public address of the files; null if the server serves them. */
  readonly publicUrl: string | null;
}
