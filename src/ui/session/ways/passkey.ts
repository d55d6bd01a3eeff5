import { ask } from '../../wire/ask.ts';

const webauthn = () => import('@simplewebauthn/browser');

// The server makes both with the other half of the library.
type SignInOptions = Parameters<Awaited<ReturnType<typeof webauthn>>['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Awaited<ReturnType<typeof webauthn>>['startRegistration']>[0]['optionsJSON'];

/** Has the browser answer a challenge with a passkey; rejects where its user would rather not. */
export async function answerChallenge({ byAutofill = false } = {}): Promise<Readonly<Record<string, unknown>>> {
  const { startAuthentication } = await webauthn();
  const { data } = await ask('POST /api/admin/auth/passkeys/challenge', { body: { signIn: true } });
  return {
    ...(await startAuthentication({ optionsJSON: data as unknown as SignInOptions, useBrowserAutofill: byAutofill })),
  };
}

/** Whether the browser offers passkeys in the field for the address. */
export const offersAutofill = async (): Promise<boolean> => (await webauthn()).browserSupportsWebAuthnAutofill();

export async function signInWithPasskey(options?: { readonly byAutofill: boolean }): Promise<void> {
  const response = await answerChallenge(options);
  await ask('POST /api/admin/auth/passkeys/login', { body: { response, cookie: true } });
}

/** Has the browser make a passkey, and adds it. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await webauthn();
  const { data } = await ask('POST /api/admin/auth/passkeys/options');
  const response = { ...(await startRegistration({ optionsJSON: data as unknown as CreationOptions })) };
  await ask('POST /api/admin/auth/passkeys', { body: { name, response } });
}
