/** Where media files lie. */
export type MediaConfig =
  | { readonly storage: 'git' }
  | { readonly storage: 'local'; readonly dir: string }
  | { readonly storage: 's3'; readonly s3: S3Config };

/** Which bucket, and how to get at it. */
export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where files are reachable from outside; null: through the server. */
  readonly publicUrl: string | null;
}
