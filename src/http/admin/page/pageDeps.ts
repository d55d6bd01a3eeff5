import type { ChangeState } from '../../../model/changeState.ts';
import type { PageEntry } from '../../../model/entities/page.ts';
import type { Site } from '../../../site/site.ts';
import type { TranslationSources } from '../../../site/version/translationSources.ts';
import type { AdminView } from '../../../view/admin/showAdminPage.ts';
import type { RecordWriter } from '../../../write/action.ts';

/** The draft of a live page. */
export interface DraftInList {
  /** What the page is called in it. */
  readonly title: string;
  readonly author: string | null;
  readonly updatedAt: string | null;
  /** How far it is on its way to going live. */
  readonly state: ChangeState;
}

export interface AdminPageDeps {
  /** The version of the site whose pages they are. */
  readonly site: Site<RecordWriter>;
  readonly view: AdminView;
  /** Compares translations with their sources, so that the view knows their states. */
  readonly translations: TranslationSources;
  readonly clock: () => Date;
  /** Called when a list is opened, which may be searched next. */
  prepareSearch(): void;
  /** What lists tell of the draft of a page; null without one. */
  readDraft(page: PageEntry): Promise<DraftInList | null>;
  /** The pages that scheduled changes will alter. */
  findScheduledPages(): Promise<ReadonlySet<number>>;
}
