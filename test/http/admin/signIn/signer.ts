import { generateSync } from 'otplib';
import { PASSWORD, type Reply, type Site } from '../../../makeSite.ts';

export type Body = Readonly<Record<string, unknown>>;

/** Somebody at a browser that keeps the token of its session, whatever answer it comes with. */
export function createSigner(site: Site, email: string) {
  let token: string | undefined;

  async function ask(call: string, body?: Body): Promise<Reply> {
    const headers = { prefer: 'reasons', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const reply = await site.ask(call, { headers, ...(body && { body }) });
    const given = (reply.body as { data?: { token?: string } } | undefined)?.data?.token;
    if (given !== undefined) token = given;
    return reply;
  }

  return {
    ask,
    logIn: (password = PASSWORD) => ask('POST /admin/auth/login', { email, password }),
    leave: () => {
      token = undefined;
    },
    get token() {
      return token;
    },
  };
}
export type Signer = ReturnType<typeof createSigner>;

/** The status of an answer and, if it is a refusal, its reason. */
export const outcomeOf = ({ status, body }: Reply): string =>
  [status, (body as { errors?: { reason?: string }[] } | undefined)?.errors?.[0]?.reason].filter(Boolean).join(' ');

/** The code that an authenticator app shows at a time. */
export const codeAt = (secret: string, time: string): string =>
  generateSync({ secret, epoch: Math.floor(Date.parse(time) / 1000) });

/** The ticket that an answer asks for the second step with. */
export const ticketOf = ({ body }: Reply): string =>
  (body as { errors: { params: { ticket: string } }[] }).errors[0]!.params.ticket;

/** Sets up an authenticator app at a time; returns its secret and the recovery codes. */
export async function setUpTotp(signer: Signer, time: string) {
  const { secret, ticket } = (await signer.ask('POST /admin/auth/totp')).body.data;
  const done = await signer.ask('PUT /admin/auth/totp', { secret, ticket, code: codeAt(secret, time) });
  return { secret: secret as string, recoveryCodes: done.body.data.recoveryCodes as readonly string[], done };
}
