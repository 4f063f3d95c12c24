import { ActionIcon, Button, Group, List, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconGrid4x4, IconPlus, IconTrash } from '@tabler/icons-react';
import { EmptyState } from '../../kit/empty-state.js';
import { formatCount } from '../../kit/format.js';
import { NumberField } from '../../kit/forms/number-field.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { Workbench } from '../workbench/workbench.js';
import { describeSimilarity, getSimilarities, toHeatColor } from './similarity.js';
import { type ApiRequest } from '../call/api-request.js';

const SAMPLES = [
  'The cat sleeps on the warm sofa.',
  'A cat is sleeping on a sofa.',
  'The stock market fell on Monday.',
  'Shares lost value at the start of the week.',
];
const MAX_TEXTS = 12;

interface SimilarityTableProps {
  texts: readonly string[];
  output: EmbeddingsResponse;
}

export function EmbeddingsTab() {
  const [model, setModel] = useTabModel();
  const form = useForm({ initialValues: { texts: SAMPLES, dimensions: '' as number | '' } });
  const call = useCall(embeddingsRequest, (response) => response.json<EmbeddingsResponse>());
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
          <NumberField
            label="Dimensions"
            description="Leave empty for the default of the model"
            min={1}
            maxDecimals={0}
            {...form.getInputProps('dimensions')}
          />
          <SendButton call={call} isIncomplete={model === undefined || texts.length === 0}>
            Compare texts
          </SendButton>
        </>
      }
    >
      <CallOutcome
        call={call}
        empty={
          <EmptyState icon={IconGrid4x4} title="No comparison yet">
            Each text is converted to a vector. The result shows the cosine similarity of each pair.
          </EmptyState>
        }
      >
        {({ options, output }) => <SimilarityTable texts={options.texts} output={output} />}
      </CallOutcome>
    </Workbench>
  );
}

function Texts({ texts, onChange }: { texts: string[]; onChange: (texts: string[]) => void }) {
  return (
    <Stack gap="xs" role="group" aria-label="Texts">
      {texts.map((text, index) => (
        // The texts can be equal, so only the index can be the key.
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
          Add text
        </Button>
      </Group>
    </Stack>
  );
}

/** The similarities of all pairs of texts, with colored cells. */
function SimilarityTable({ texts, output }: SimilarityTableProps) {
  const vectors = output.data
    .toSorted((left, right) => left.index - right.index)
    .map(({ embedding }) => embedding);
  const dimensions = vectors[0]?.length ?? 0;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Similarity
      </Title>
      <Table.ScrollContainer minWidth={texts.length * 56}>
        <Table withTableBorder withColumnBorders className="tabular" layout="fixed">
          <Table.Caption>Cosine similarity: 1 means the same direction, 0 means unrelated.</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w={56}>
                Text
              </Table.Th>
              {texts.map((text, column) => (
                <Table.Th key={`${column} ${text}`} scope="col" ta="center" title={text}>
                  {column + 1}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {getSimilarities(vectors).map((row, index) => (
              <SimilarityRow
                key={`${index} ${texts[index]}`}
                number={index + 1}
                text={texts[index] ?? ''}
                row={row}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Legend texts={texts} />
      <Text size="xs" c="dimmed">
        {formatCount(vectors.length)} vectors of {formatCount(dimensions)} dimensions
        {output.usage?.total_tokens === undefined ? '' : `, ${formatCount(output.usage.total_tokens)} tokens`}
      </Text>
    </Stack>
  );
}

function SimilarityRow({ number, text, row }: { number: number; text: string; row: readonly number[] }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" title={text}>
        {number}
      </Table.Th>
      {row.map((similarity, column) => (
        <Table.Td
          key={column}
          ta="center"
          style={{ background: toHeatColor(similarity) }}
          title={`Texts ${number} and ${column + 1}: ${describeSimilarity(similarity)}`}
        >
          {similarity.toFixed(2)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function Legend({ texts }: { texts: readonly string[] }) {
  return (
    <List type="ordered" size="sm">
      {texts.map((text, index) => (
        <List.Item key={`${index} ${text}`}>{text}</List.Item>
      ))}
    </List>
  );
}

interface EmbeddingsOptions {
  model: string;
  texts: string[];
  /** Undefined for the default of the model. */
  dimensions?: number;
}

interface EmbeddingsResponse {
  data: { index: number; embedding: number[] }[];
  usage?: { total_tokens?: number };
}

function embeddingsRequest({ model, texts, dimensions }: EmbeddingsOptions): ApiRequest {
  return {
    method: 'POST',
    path: '/v1/embeddings',
    json: { model, input: texts, encoding_format: 'float', dimensions },
  };
}
