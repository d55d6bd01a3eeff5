import type { Detail } from '../../model/errors.ts';
import type { ValueDifference } from '../../model/merge/diffData.ts';
import type { MigrationNote } from '../../model/migration/valueRules.ts';
import type { Kind } from '../../model/records.ts';

/** What a migration does to one record. */
interface MigrationOfRecord {
  readonly kind: Kind;
  readonly key: string;
  readonly id: number;
  readonly title: string;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly notes: readonly MigrationNote[];
  readonly problems: readonly Detail[];
  differences(): readonly ValueDifference[];
}

/** A record of a migration with the values that differ. */
export const showMigratedRecord = ({ differences, problems, ...record }: MigrationOfRecord): object => ({
  ...record,
  problems: problems.map(({ path, ...wording }) => ({ path: path.map(String), ...wording })),
  values: differences(),
});
