import { Fieldset, Input } from '@mantine/core';
import type { InputProps } from '../../ui/fields/kind.ts';
import classes from './nested.module.css';

/** A group of fields whose values form one object. */
export function ObjectInput({ field, path, frame, renderFields }: InputProps) {
  return (
    <Fieldset legend={frame.label} className={classes.group}>
      {frame.description && <Input.Description mb="sm">{frame.description}</Input.Description>}
      {frame.error && <Input.Error mb="sm">{frame.error}</Input.Error>}
      {renderFields(field.fields ?? [], path)}
    </Fieldset>
  );
}
