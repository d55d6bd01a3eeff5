import { useParams } from '@tanstack/react-router';
import { NotFound } from '../../parts/screen/NotFound.tsx';
import { ForgotForm } from './account/ForgotForm.tsx';
import { InvitationForm } from './account/InvitationForm.tsx';
import { ResetForm } from './account/ResetForm.tsx';

const FORMS = new Map([
  ['forgot', ForgotForm],
  ['reset', ResetForm],
  ['invitation', InvitationForm],
]);

/** What a link in a mail leads to: an invitation, a new password; and where one asks for that. */
export function AccountScreen() {
  const { purpose } = useParams({ from: '/account/$purpose' });
  const Form = FORMS.get(purpose) ?? NotFound;
  return <Form />;
}
