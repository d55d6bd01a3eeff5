import { type ExportCommandOptions, showNumber } from './exportOptions.ts';
import { findDifferences, openCopy, readCopyManifest } from './site/verify.ts';

/** Compares a copy of an export with its manifest, file by file. @returns the exit code */
export async function verifyExport(place: string, { out, concurrency }: ExportCommandOptions): Promise<number> {
  const copy = openCopy(place);
  const manifest = await readCopyManifest(out === undefined ? copy : openCopy(out), out ?? place);
  const differences = await findDifferences(manifest, copy, concurrency);
  for (const { file, problem } of differences) process.stdout.write(`${problem}: ${file}\n`);
  const count = differences.length === 0 ? 'all as exported' : `${showNumber(differences.length)} not as exported`;
  process.stdout.write(`${showNumber(manifest.files.size)} files of commit ${manifest.commit}: ${count}\n`);
  return differences.length === 0 ? 0 : 1;
}
