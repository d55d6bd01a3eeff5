/** A page as the calendar names it. */
export interface CalendarPage {
  readonly id: number;
  readonly title: string;
  /** The slug of its content type. */
  readonly type: string;
  readonly locale: string;
}

/** Something that is, or was, published or taken offline at a time. */
export interface CalendarEntry {
  /** ISO 8601. */
  readonly at: string;
  readonly event: 'published' | 'takenOff';
  readonly isDone: boolean;
  readonly title: string;
  /** Null for a change. */
  readonly page: CalendarPage | null;
  /** The change that is to be published; null for a page, and for what is done. */
  readonly change: string | null;
  /** The page whose draft the change is. */
  readonly draftOf: number | null;
  /** The pages that a change alters. */
  readonly pages: readonly CalendarPage[];
  /** The commit that has done it. */
  readonly commit: string | null;
  /** Whether something keeps it from happening, as far as known. */
  readonly isHindered: boolean;
}

/** Which entries are asked for. */
export interface CalendarRange {
  /** Inclusive. ISO 8601. */
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}
