import type { Site } from '../../../site/site.ts';
import type { TranslationSources } from '../../../site/version/translationSources.ts';
import type { AdminView } from '../../../view/admin/showAdminPage.ts';
import type { RecordWriter } from '../../../write/action.ts';

export interface AdminPageDeps {
  /** The version of the site whose pages they are. */
  readonly site: Site<RecordWriter>;
  readonly view: AdminView;
  /** Compares translations with their sources, so that the view knows their states. */
  readonly translations: TranslationSources;
  readonly clock: () => Date;
  /** Called when a list is opened, which may be searched next. */
  prepareSearch(): void;
  /** The pages that scheduled changes will alter. */
  findScheduledPages(): Promise<ReadonlySet<number>>;
}
