/** What each mail tells about; `until` is a moment (ISO 8601). */
export interface MailTemplates {
  readonly invitation: {
    readonly inviter: string;
    readonly link: string;
    readonly until: string;
    /** The organisation's own sign-in, where nobody has a password. */
    readonly onlyWay: string | null;
  };
  readonly reset: { readonly link: string; readonly until: string };
  readonly passwordChanged: { readonly link: string };
  /** Followed by what there is to tell. */
  readonly notices: { readonly count: string; readonly link: string; readonly profile: string };
}
export type MailTemplate = keyof MailTemplates;

/** What all mails know. */
export interface MailFacts {
  /** The name of the person; null if it is not known yet. */
  readonly name: string | null;
  readonly siteName: string;
}

/** The words of a mail. */
export interface MailText {
  readonly subject: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly button?: { readonly label: string; readonly link: string };
  /** Below the button, in small print. */
  readonly notes: readonly string[];
}

/** The words of all mails in one language. */
export type MailWords = {
  readonly [T in MailTemplate]: (values: MailTemplates[T] & MailFacts) => MailText;
} & {
  /** How a mail begins. */
  hello(name: string | null): string;
  /** Introduces the link for those who cannot press the button. */
  readonly orOpen: string;
  /** Why the mail has come. */
  reason(siteName: string): string;
};
