import sharp from 'sharp';
import type { Login, Reply, Site } from '../makeSite.ts';
import { PASSWORD } from '../makeSite.ts';

/** A picture of one colour. */
export const picture = (
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff' = 'png',
  { width = 40, height = 20, background = '#336699' } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

export interface UploadRequest {
  readonly as?: Login;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The item whose file is replaced. */
  readonly into?: number;
}

async function tokenOf(site: Site, login: Login): Promise<string> {
  const body = { email: `${login}@example.org`, password: PASSWORD };
  return (await site.ask('POST /admin/auth/login', { body })).body.data.token;
}

/** Uploads a file as a browser's form does. */
export async function upload(
  site: Site,
  name: string,
  bytes: Uint8Array | string,
  { as = 'editor', fields = {}, headers = {}, into }: UploadRequest = {},
): Promise<Reply> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const response = await fetch(`${site.url}/api/admin/media${into === undefined ? '' : `/${into}/file`}`, {
    method: into === undefined ? 'POST' : 'PUT',
    headers: { authorization: `Bearer ${await tokenOf(site, as)}`, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
