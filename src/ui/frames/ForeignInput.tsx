import { Input } from '@mantine/core';
import type { InputProps } from '../fields/kind.ts';
import { useFormScope } from '../form/FormContext.tsx';
import type { ExtensionFieldKind } from '../wire/interface.ts';
import { FailedFrame } from './host/FailedFrame.tsx';
import { FrameHost } from './host/FrameHost.tsx';
import { asBaseField, useCheckKind, useExtensionKind } from './kinds.ts';
import { FrameRefusal } from './request/FrameRefusal.ts';
import { useRecord } from './request/useRecord.ts';

const WHOLE: readonly string[] = [];

/** The input of a kind of field that Quire does not have itself: an extension's, or JSON for a kind that nothing knows. */
export function ForeignInput(props: InputProps) {
  const kind = useExtensionKind(props.field.type);
  if (kind?.frame) return <FrameInput {...props} kind={kind} frameAddress={kind.frame} />;
  return <BaseInput {...props} kind={kind} />;
}

/** The input of the kind that holds the values. */
function BaseInput({
  kind,
  field,
  path,
  renderFields,
}: InputProps & { readonly kind: ExtensionFieldKind | undefined }) {
  return renderFields([kind ? asBaseField(field, kind) : { ...field, type: 'json' }], path.slice(0, -1));
}

interface FrameInputProps extends InputProps {
  readonly kind: ExtensionFieldKind;
  readonly frameAddress: NonNullable<ExtensionFieldKind['frame']>;
}

/** A page of an extension as an input. If it cannot be shown, the input of the base kind takes its place. */
function FrameInput({ kind, frameAddress, ...props }: FrameInputProps) {
  const { frame, value, onChange } = props;
  const { locale = null } = useFormScope();
  const record = useRecord(WHOLE);
  const checkKind = useCheckKind();
  const { readOnly, label, description, error, withAsterisk } = frame;
  const state = { value, record, locale, isReadOnly: readOnly, hasHistory: true };
  return (
    <FrameHost
      source={frameAddress}
      title={label}
      state={state}
      propose={(name, proposed) => {
        if (name !== undefined) throw new FrameRefusal('unknownField');
        checkKind(kind.base, proposed);
        onChange(proposed ?? undefined);
      }}
      failed={(failure, onRetry) => (
        <div>
          <BaseInput {...props} kind={kind} />
          <FailedFrame {...{ title: label, failure, onRetry }} />
        </div>
      )}
      around={(shown) => (
        <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div">
          {shown}
        </Input.Wrapper>
      )}
    />
  );
}
