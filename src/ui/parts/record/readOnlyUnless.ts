interface InputPropsPayload {
  readonly options: { readonly type?: unknown };
}

/** Makes the inputs of a form read-only for users who may only look: the `enhanceGetInputProps` of `useForm`. */
export const readOnlyUnless =
  (mayEdit: boolean) =>
  ({ options: { type } }: InputPropsPayload): Readonly<Record<string, boolean>> => {
    if (mayEdit) return {};
    // A checkbox or a switch has no read-only state.
    return type === 'checkbox' ? { disabled: true } : { readOnly: true };
  };
