import { Select, Stack, Switch } from '@mantine/core';
import { GrowingTextarea } from '../../../kit/forms/growing-textarea.js';
import { type Draft } from './draft.js';
import classes from './json-editor.module.css';
import { TOOL_CHOICES, type ToolChoice } from './settings.js';

interface EditorProps {
  draft: Draft;
  error: string | undefined;
  onChange: (members: Partial<Draft>) => void;
}

const CHOICE_LABELS: Record<ToolChoice, string> = {
  auto: 'Model decides',
  required: 'Must call a tool',
  none: 'Must not call a tool',
};

interface JsonEditorProps {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function ToolsEditor({ draft, error, onChange }: EditorProps) {
  return (
    <Stack gap="xs">
      <Switch
        label="Tools"
        description="Functions that the model may call. You enter their results."
        checked={draft.hasTools}
        onChange={(event) => onChange({ hasTools: event.currentTarget.checked })}
      />
      {draft.hasTools ? (
        <>
          <JsonEditor
            label="Tool definitions"
            description="A JSON array, in any of the API formats."
            value={draft.toolsText}
            error={error}
            onChange={(toolsText) => onChange({ toolsText })}
          />
          <Select
            label="Tool choice"
            size="xs"
            allowDeselect={false}
            data={TOOL_CHOICES.map((value) => ({ value, label: CHOICE_LABELS[value] }))}
            value={draft.toolChoice}
            onChange={(value) => onChange({ toolChoice: value ?? 'auto' })}
          />
        </>
      ) : null}
    </Stack>
  );
}

export function SchemaEditor({ draft, error, onChange }: EditorProps) {
  return (
    <Stack gap="xs">
      <Switch
        label="JSON schema"
        description="The reply must be JSON that matches the schema."
        checked={draft.hasSchema}
        onChange={(event) => onChange({ hasSchema: event.currentTarget.checked })}
      />
      {draft.hasSchema ? (
        <JsonEditor
          label="Response schema"
          description="JSON Schema"
          value={draft.schemaText}
          error={error}
          onChange={(schemaText) => onChange({ schemaText })}
        />
      ) : null}
    </Stack>
  );
}

function JsonEditor({ label, description, value, error, onChange }: JsonEditorProps) {
  return (
    <GrowingTextarea
      label={label}
      description={description}
      size="xs"
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
