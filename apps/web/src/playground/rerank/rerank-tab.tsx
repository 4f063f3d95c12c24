import { Badge, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowsSort } from '@tabler/icons-react';
import { GrowingTextarea } from '../../kit/forms/growing-textarea.js';
import { EmptyState } from '../../kit/empty-state.js';
import { NumberField } from '../../kit/forms/number-field.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { ScoreBar } from '../workbench/score-bar.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { Workbench } from '../workbench/workbench.js';
import classes from './ranking-list.module.css';
import {
  type RankedDocument,
  type RerankResponse,
  buildRanking,
  splitDocuments,
  rerankRequest,
} from './rerank-call.js';

const SAMPLE_DOCUMENTS = [
  'Berlin is the capital of Germany and its largest city.',
  'Bread rises because yeast gives off carbon dioxide.',
  'The capital of France is Paris, on the river Seine.',
  'Paris hosted the Summer Olympics in 2024.',
  'A capital letter stands at the beginning of a sentence.',
].join('\n');

export function RerankTab() {
  const [model, setModel] = useTabModel();
  const form = useForm({
    initialValues: {
      query: 'What is the capital of France?',
      documents: SAMPLE_DOCUMENTS,
      topN: '' as number | '',
    },
  });
  const call = useCall(rerankRequest, (response) => response.json<RerankResponse>());
  const { query, topN } = form.values;
  const documents = splitDocuments(form.values.documents);
  const send = (): void => {
    if (model !== undefined) call.send({ model, query, documents, topN: topN === '' ? undefined : topN });
  };
  return (
    <Workbench
      label="Rank documents"
      onSubmit={send}
      fields={
        <>
          <ModelPicker capability="rerank" value={model} onChange={setModel} />
          <TextInput label="Query" {...form.getInputProps('query')} />
          <GrowingTextarea
            label="Documents"
            description="One per line"
            minRows={5}
            maxRows={16}
            {...form.getInputProps('documents')}
          />
          <NumberField
            label="Number of results"
            description="Leave empty for all"
            min={1}
            maxDecimals={0}
            {...form.getInputProps('topN')}
          />
          <SendButton
            call={call}
            isIncomplete={model === undefined || query.trim() === '' || documents.length === 0}
          >
            Rank documents
          </SendButton>
        </>
      }
    >
      <CallOutcome
        call={call}
        empty={
          <EmptyState icon={IconArrowsSort} title="No ranking yet">
            The model ranks your documents by their relevance to the query. Start with the samples, or paste
            your own.
          </EmptyState>
        }
      >
        {({ options, output }) => <RankingList ranking={buildRanking(options.documents, output)} />}
      </CallOutcome>
    </Workbench>
  );
}

function RankingList({ ranking }: { ranking: readonly RankedDocument[] }) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Ranking
      </Title>
      <ol className={classes.list}>
        {ranking.map((document, index) => (
          <li key={document.position}>
            <ScoreBar
              label={<DocumentLabel rank={index + 1} document={document} />}
              value={document.score.toFixed(3)}
              share={document.share}
            />
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function DocumentLabel({ rank, document }: { rank: number; document: RankedDocument }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Badge variant="light" circle aria-label={`Rank ${rank}`}>
        {rank}
      </Badge>
      <div>
        {document.text}
        <Text span size="xs" c="dimmed" ml={6}>
          document {document.position}
        </Text>
      </div>
    </Group>
  );
}
