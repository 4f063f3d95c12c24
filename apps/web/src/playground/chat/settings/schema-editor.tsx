import { Stack, Switch } from '@mantine/core';
import { JsonEditor } from './json-editor.js';
import { type EditorProps } from './tools-editor.js';

export function SchemaEditor({ draft, error, onChange }: EditorProps) {
  return (
    <Stack gap="xs">
      <Switch
        label="JSON schema"
        description="The reply must be JSON that fits it."
        checked={draft.hasSchema}
        onChange={(event) => onChange({ hasSchema: event.currentTarget.checked })}
      />
      {draft.hasSchema ? (
        <JsonEditor
          label="Schema of the reply"
          description="JSON Schema"
          value={draft.schemaText}
          error={error}
          onChange={(schemaText) => onChange({ schemaText })}
        />
      ) : null}
    </Stack>
  );
}
