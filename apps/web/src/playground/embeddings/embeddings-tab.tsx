import { ActionIcon, Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconGrid4x4, IconPlus, IconTrash } from '@tabler/icons-react';
import { EmptyState } from '../../kit/empty-state.js';
import { ModelPicker } from '../model-picker.js';
import { useTabModel } from '../use-tab-model.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { Workbench } from '../workbench/workbench.js';
import { type EmbeddingsAnswer, embeddingsRequest } from './embeddings-request.js';
import { SimilarityTable } from './similarity-table.js';

const SAMPLES = [
  'The cat sleeps on the warm sofa.',
  'A cat is sleeping on a sofa.',
  'The stock market fell on Monday.',
  'Shares lost value at the start of the week.',
];
const MAX_TEXTS = 12;

export function EmbeddingsTab() {
  const [model, setModel] = useTabModel();
  const form = useForm({ initialValues: { texts: SAMPLES, dimensions: '' as number | '' } });
  const call = useCall(embeddingsRequest, (answer) => answer.json<EmbeddingsAnswer>());
  const texts = form.values.texts.map((text) => text.trim()).filter((text) => text !== '');
  const send = (): void => {
    const { dimensions } = form.values;
    if (model !== undefined)
      call.send({ model, texts, dimensions: dimensions === '' ? undefined : dimensions });
  };
  return (
    <Workbench
      label="Compare texts"
      onSubmit={send}
      fields={
        <>
          <ModelPicker capability="embeddings" value={model} onChange={setModel} />
          <Texts texts={form.values.texts} onChange={(changed) => form.setFieldValue('texts', changed)} />
          <NumberInput
            label="Dimensions"
            description="Empty: as many as the model makes by itself"
            min={1}
            allowDecimal={false}
            {...form.getInputProps('dimensions')}
          />
          <SendButton call={call} isIncomplete={model === undefined || texts.length === 0}>
            Compare the texts
          </SendButton>
        </>
      }
    >
      <CallOutcome
        call={call}
        empty={
          <EmptyState icon={IconGrid4x4} title="How alike are they?">
            Each text becomes a vector. Here you see how near each pair of them is, by the cosine of their
            angle.
          </EmptyState>
        }
      >
        {({ options, answer }) => <SimilarityTable texts={options.texts} answer={answer} />}
      </CallOutcome>
    </Workbench>
  );
}

function Texts({ texts, onChange }: { texts: string[]; onChange: (texts: string[]) => void }) {
  return (
    <Stack gap="xs" role="group" aria-label="Texts">
      {texts.map((text, index) => (
        // The texts have nothing but their places to tell them apart.
        <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            flex={1}
            label={`Text ${index + 1}`}
            value={text}
            onChange={(event) => onChange(texts.with(index, event.currentTarget.value))}
          />
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            disabled={texts.length === 1}
            aria-label={`Remove text ${index + 1}`}
            onClick={() => onChange(texts.toSpliced(index, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={texts.length >= MAX_TEXTS}
          onClick={() => onChange([...texts, ''])}
        >
          Add a text
        </Button>
      </Group>
    </Stack>
  );
}
