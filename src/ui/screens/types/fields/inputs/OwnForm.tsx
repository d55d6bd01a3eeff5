import type { FormEvent, KeyboardEvent, ReactNode } from 'react';

/** Inputs of another form inside a form: neither Enter in them nor a dialog that they open submits the outer one. */
export function OwnForm({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not interactive itself, it only keeps Enter from the form around it
    <div onKeyDown={preventEnterSubmit} onSubmit={stopSubmitPropagation}>
      {children}
    </div>
  );
}

function preventEnterSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

const stopSubmitPropagation = (event: FormEvent): void => event.stopPropagation();
