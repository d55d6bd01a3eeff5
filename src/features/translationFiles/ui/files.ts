import type { PlacedTranslations } from '../../../ui/wire/interface.ts';
import { sendBytes } from '../../../ui/wire/sendBytes.ts';
import { readRefusal, writeQuery } from '../../../ui/wire/sendRequest.ts';
import { WireError } from '../../../ui/wire/WireError.ts';

interface TextsToDownload {
  readonly to: string;
  readonly state: string;
  readonly type: string;
  readonly format: string;
  readonly change: string | null;
}

const OPERATION = 'GET /api/admin/translations/export';

/** Has the browser save a file for translators. @throws WireError in words for the user */
export async function downloadTexts({ to, state, format, ...query }: TextsToDownload): Promise<void> {
  const asked = writeQuery({ ...query, to, format, state: state === 'all' ? undefined : state });
  const response = await fetch(`/api/admin/translations/export${asked}`, {
    credentials: 'same-origin',
    headers: { prefer: 'reasons' },
  }).catch(() => {
    throw new WireError({ status: 0, problems: [{ code: 'OFFLINE', message: '' }] });
  });
  if (!response.ok) throw await readRefusal(response, OPERATION);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `${to}.${format === 'json' ? 'json' : 'xlf'}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Sends a file that has come back. @throws WireError in words for the user */
export async function sendTranslations(file: File, change: string | null): Promise<PlacedTranslations> {
  const query = { change, title: file.name.slice(0, 200) };
  return (await sendBytes('POST /api/admin/translations/import', file, query)).data;
}
