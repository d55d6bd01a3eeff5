import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { bodyField } from '../../model/body.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import type { FieldsSchema } from '../../model/fields/field.ts';
import type { FieldSchemas } from '../../model/merge/mergeData.ts';
import type { ThreeVersions } from '../../model/merge/threeVersions.ts';
import { withoutKey } from '../../model/migration/fieldPath.ts';
import { applyMigration, type MigrationStep, type TypeRef } from '../../model/migration/migrateRecord.ts';
import { type MigratedType, stepsBetween } from '../../model/migration/migrations.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import type { PastRecord, RecordDiff } from '../../site/version/past.ts';
import { formatOf } from '../../store/codec/formats.ts';
import { decodeData } from '../../store/record/body.ts';
import { dataFields } from '../../store/record/insertBody.ts';
import type { RecordDraft } from '../action.ts';
import { asRecordDraft, updateDraft } from '../records.ts';

interface PastVersion {
  readonly id?: number;
  readonly data: object;
}

/** What undoing a migration asks of records: each version is brought to the type as it will be, before they are merged. */
export interface RevertedMigrations {
  /** Notes what becomes of a type by the revert. */
  noteType(diff: RecordDiff, draft: RecordDraft | null): void;
  apply(kind: Kind, versions: ThreeVersions<PastVersion>): ThreeVersions<PastVersion>;
  /** A version of a record from history, whose text below the front matter is in the field of today's type, as its own type has it. */
  asItWas(past: PastRecord, side: 'base' | 'theirs'): object;
  /** The schemas with those of the types as they will be. */
  schemasOver(schemas: FieldSchemas): FieldSchemas;
  /** Records that the commit did not change, such as those made since: their values go back, too. */
  followUp(named: ReadonlySet<string | null>, yieldIfBusy: YieldIfBusy): Promise<readonly RecordDraft[]>;
}

type VersionName = keyof ThreeVersions;

export function createRevertedMigrations(lookup: JudgeLookup): RevertedMigrations {
  const steps: Readonly<Record<VersionName, MigrationStep[]>> = { base: [], ours: [], theirs: [] };
  const schemas = new Map<string, FieldsSchema>();
  const ownSchemas = { base: new Map<string, FieldsSchema>(), theirs: new Map<string, FieldsSchema>() };
  const findBlock = (key: string) => lookup.byKey('block', key)?.data;
  const migrate = (kind: Kind, data: object, side: VersionName): object =>
    steps[side].length === 0 ? data : applyMigration({ kind, data }, steps[side], { findBlock }).data;

  return {
    noteType({ before, after }, draft) {
      if (!before || !after || !draft?.after) return;
      const kind = draft.kind as TypeRef['kind'];
      // A draft of a type holds one.
      const to = draft.after.data as Records['contentType'];
      const type = { kind, slug: to.slug };
      const present = draft.before?.data as MigratedType | undefined;
      const versions = { base: after.data as MigratedType, ours: present, theirs: before.data as MigratedType };
      for (const side of ['base', 'ours', 'theirs'] as const)
        steps[side].push(...stepsBetween(type, versions[side], to, { isRevert: true }));
      schemas.set(`${kind} ${to.slug}`, to.fieldsSchema);
      if (kind !== 'contentType') return;
      ownSchemas.base.set(to.slug, versions.base.fieldsSchema);
      ownSchemas.theirs.set(to.slug, versions.theirs.fieldsSchema);
    },
    asItWas({ kind, path, bytes, data }, side) {
      const format = formatOf(path);
      const schema = format === 'md' ? ownSchemas[side].get((data as Partial<Page>).type ?? '') : undefined;
      const today = schema && lookup.byKey('contentType', (data as Page).type)?.data.fieldsSchema;
      const [own, other] = [schema && bodyField(schema), today && bodyField(today)];
      if (!own || !format || (own.name === other?.name && own.type === other.type)) return data;
      const { fields } = data as Page;
      const read = dataFields(decodeData({ kind, format, bytes }, () => schema));
      const rest = other ? withoutKey(fields, other.name) : fields;
      return { ...data, fields: Object.hasOwn(read, own.name) ? { ...rest, [own.name]: read[own.name] } : rest };
    },
    apply(kind, versions) {
      const of = (side: VersionName): PastVersion | undefined => {
        const version = versions[side];
        return version && { ...version, data: migrate(kind, version.data, side) };
      };
      return { base: of('base'), ours: of('ours'), theirs: of('theirs') };
    },
    schemasOver: (present) => ({
      ...present,
      ofContentType: (slug) => schemas.get(`contentType ${slug}`) ?? present.ofContentType(slug),
      ofBlockType: (slug) => schemas.get(`blockType ${slug}`) ?? present.ofBlockType(slug),
    }),
    async followUp(named, yieldIfBusy) {
      // What the commit has filled, it has changed: elsewhere the same value is the record's own.
      const own = steps.ours.filter(({ operation }) => !('fill' in operation));
      if (own.length === 0) return [];
      const drafts: RecordDraft[] = [];
      for (const kind of ['page', 'block', 'contentType'] as const)
        for (const entry of lookup.all(kind) as Iterable<Entry<object>>) {
          await yieldIfBusy();
          if (named.has(`${kind}/${entry.id}`)) continue;
          const { data } = applyMigration({ kind, data: entry.data }, own, { findBlock });
          // The data is of the entry's kind.
          if (data !== entry.data) drafts.push(asRecordDraft(updateDraft(kind, entry as Entry<never>, data as never)));
        }
      return drafts;
    },
  };
}
