/** A mail server, and how to log in there. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on (`smtps:`); otherwise STARTTLS, if the server offers it. */
  readonly secure: boolean;
  /** Whether nothing is sent without TLS. */
  readonly requireTLS: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/** The mail server, and who Quire's mails come from. */
export interface MailConfig {
  readonly server: SmtpAddress;
  /** An address, or a name with its address: `Harbour News <cms@example.org>`. */
  readonly from: string;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`; null for anything else. A password is never sent in clear, unless
 * the address ends in `?tls=optional`; with `?tls=required` no mail is.
 */
export function readSmtpAddress(text: string): SmtpAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const port = url && PORTS[url.protocol];
  if (!url || !port || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '') return null;
  const tls = /^(?:\?tls=(required|optional))?$/.exec(url.search);
  if (!tls) return null;
  const auth = url.username === '' ? null : { user: decode(url.username), pass: decode(url.password) };
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || port,
    secure: url.protocol === 'smtps:',
    requireTLS: tls[1] === undefined ? auth !== null : tls[1] === 'required',
    auth,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
