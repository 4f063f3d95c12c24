import { Select, Stack, Switch } from '@mantine/core';
import { type Draft } from './draft.js';
import { JsonEditor } from './json-editor.js';
import { TOOL_CHOICES, type ToolChoice } from './settings.js';

export interface EditorProps {
  draft: Draft;
  error: string | undefined;
  onChange: (members: Partial<Draft>) => void;
}

const CHOICE_LABELS: Record<ToolChoice, string> = {
  auto: 'The model decides',
  required: 'It must call one',
  none: 'It must not call any',
};

export function ToolsEditor({ draft, error, onChange }: EditorProps) {
  return (
    <Stack gap="xs">
      <Switch
        label="Tools"
        description="Functions the model may call. You type what they answer."
        checked={draft.hasTools}
        onChange={(event) => onChange({ hasTools: event.currentTarget.checked })}
      />
      {draft.hasTools ? (
        <>
          <JsonEditor
            label="Tool definitions"
            description="A JSON list. Definitions of any of the formats can be pasted."
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
