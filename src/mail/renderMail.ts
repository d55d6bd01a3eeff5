import { cleanLine } from '../lib/text/cleanLine.ts';
import { escapeHtml } from '../lib/text/escapeHtml.ts';
import type { PersonLanguage } from '../model/personLanguage.ts';
import type { Letter } from './mailServer.ts';
import { deMails } from './words/de.ts';
import { enMails } from './words/en.ts';
import { esMails } from './words/es.ts';
import { frMails } from './words/fr.ts';
import type { MailFacts, MailTemplate, MailTemplates, MailText, MailWords } from './words/mailWords.ts';

const WORDS: Readonly<Record<PersonLanguage, MailWords>> = { en: enMails, de: deMails, es: esMails, fr: frMails };

/** A line that leads somewhere. */
export interface MailItem {
  readonly text: string;
  readonly link: string;
}

export interface MailContent<T extends MailTemplate = MailTemplate> {
  readonly language: PersonLanguage;
  readonly template: T;
  readonly values: MailTemplates[T];
  readonly facts: MailFacts;
  readonly items?: readonly MailItem[];
}

/** Writes a mail in the person's language, as plain text and as HTML. */
export function renderMail<T extends MailTemplate>(content: MailContent<T>): Omit<Letter, 'to'> {
  const { language, template, values, facts, items = [] } = content;
  const words = WORDS[language];
  const name = facts.name === null ? null : cleanLine(facts.name);
  const siteName = cleanLine(facts.siteName);
  // The words of a template take the values of that template, which the type cannot follow.
  const write = words[template] as (values: MailTemplates[T] & MailFacts) => MailText;
  const text = write({ ...toWords(values, language), name, siteName });
  const shown = items.map(({ text: line, link }) => ({ text: cleanLine(line), link }));
  const page: MailPage = { ...text, items: shown, language, siteName, words, hello: words.hello(name) };
  return { subject: text.subject, text: toPlainText(page), html: toHtml(page) };
}

/** The values as a mail shows them: names come from people, and moments are written out. */
const toWords = <V extends object>(values: V, language: PersonLanguage): V =>
  // Each value is a text, and stays one.
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      key === 'until' ? writeMoment(String(value), language) : cleanLine(String(value)),
    ]),
  ) as V;

/** In UTC, because nobody knows where the reader is. */
const writeMoment = (at: string, language: PersonLanguage): string => {
  const locale = language === 'en' ? 'en-GB' : language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(at))} UTC`;
};

interface MailPage extends MailText {
  readonly language: PersonLanguage;
  readonly siteName: string;
  readonly words: MailWords;
  readonly hello: string;
  readonly items: readonly MailItem[];
}

function toPlainText({ hello, lines, items, button, notes, words, siteName }: MailPage): string {
  const list = items.length > 0 ? [items.map(({ text, link }) => `- ${text}\n  ${link}`).join('\n')] : [];
  const action = button ? [`${button.label}:\n${button.link}`] : [];
  return `${[hello, ...lines, ...list, ...action, ...notes, `--\n${words.reason(siteName)}`].join('\n\n')}\n`;
}

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Dark colours for the mail clients that ask for them; what an element looks like otherwise is in its own style. */
const DARK = `@media (prefers-color-scheme: dark) {
  .sheet { background-color: #14191b !important; }
  .card { background-color: #1e2529 !important; border-color: #343f45 !important; }
  .strong { color: #eef2f3 !important; }
  .words { color: #d5dbde !important; }
  .quiet, .quiet a { color: #9fabb1 !important; }
  .button a { color: #ffffff !important; }
}`;

const paragraph = (text: string, { role = 'words', style }: { role?: string; style: string }): string =>
  `<p class="${role}" style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;

const BODY = 'font-size:16px;line-height:1.55;color:#2e373c;';
const QUIET = 'font-size:13px;line-height:1.5;color:#616d73;';

function toButton({ button, words }: MailPage): string {
  if (!button) return '';
  const link = escapeHtml(button.link);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;"><tr>
<td class="button"><a href="${link}" style="display:inline-block;padding:12px 22px;border-radius:7px;background-color:#1d7382;color:#ffffff;font-size:16px;font-weight:600;line-height:1.25;text-decoration:none;">${escapeHtml(button.label)}</a></td>
</tr></table>
<p class="quiet" style="margin:0 0 16px;${QUIET}">${escapeHtml(words.orOpen)}<br><a href="${link}" style="color:#616d73;word-break:break-all;">${link}</a></p>`;
}

const toList = (items: readonly MailItem[]): string =>
  items
    .map(({ text, link }) => {
      const anchor = `<a href="${escapeHtml(link)}" class="words" style="color:#2e373c;">${escapeHtml(text)}</a>`;
      return `<p class="words" style="margin:0 0 12px;${BODY}">${anchor}</p>`;
    })
    .join('\n');

/** Tables and styles at each element: many mail clients know nothing else. It loads nothing. */
function toHtml(page: MailPage): string {
  const { language, subject, title, lines, notes, words, siteName, hello } = page;
  const parts = [
    `<p class="quiet" style="margin:0 0 20px;${QUIET}font-weight:600;">${escapeHtml(siteName)}</p>`,
    `<h1 class="strong" style="margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:650;color:#1a2125;">${escapeHtml(title)}</h1>`,
    ...[hello, ...lines].map((line) => paragraph(line, { style: BODY })),
    toList(page.items),
    toButton(page),
    ...notes.map((note) => paragraph(note, { role: 'quiet', style: QUIET })),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="sheet" style="margin:0;padding:0;background-color:#eff2f3;">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#eff2f3;"><tr><td align="center" style="padding:24px 12px;font-family:${FONT};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left;"><tr><td class="card" style="padding:28px 28px 16px;background-color:#ffffff;border:1px solid #d3dadd;border-radius:10px;">
${parts.filter(Boolean).join('\n')}
</td></tr><tr><td style="padding:16px 28px 0;">
${paragraph(words.reason(siteName), { role: 'quiet', style: QUIET })}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
