import { Textarea } from '@mantine/core';
import classes from './json-editor.module.css';

export interface JsonEditorProps {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function JsonEditor({ label, description, value, error, onChange }: JsonEditorProps) {
  return (
    <Textarea
      label={label}
      description={description}
      size="xs"
      autosize
      minRows={6}
      maxRows={18}
      spellCheck={false}
      classNames={{ input: classes.input }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
