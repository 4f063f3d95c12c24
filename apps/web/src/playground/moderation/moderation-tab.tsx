import { Alert, Badge, Group, Stack, Title } from '@mantine/core';
import { IconFlag, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { GrowingTextarea } from '../../kit/forms/growing-textarea.js';
import { EmptyState } from '../../kit/empty-state.js';
import { notifyError } from '../../kit/notify.js';
import { ModelPicker, useTabModel } from '../model-picker.js';
import { readDataUrl } from '../workbench/base64.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { ImageInput } from '../workbench/image-input.js';
import { ScoreBar } from '../workbench/score-bar.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { Workbench } from '../workbench/workbench.js';
import {
  type CategoryScore,
  type ModerationResponse,
  type Verdict,
  moderationRequest,
  toVerdict,
} from './moderation-call.js';

const SAMPLE = 'If you come near my house again I will hurt you.';

export function ModerationTab() {
  const [model, setModel] = useTabModel();
  const [text, setText] = useState(SAMPLE);
  const [image, setImage] = useState<File>();
  const call = useCall(moderationRequest, async (response) =>
    toVerdict(await response.json<ModerationResponse>()),
  );
  const send = async (): Promise<void> => {
    if (model === undefined) return;
    call.send({ model, text, imageUrl: image && (await readDataUrl(image)) });
  };
  const isEmpty = text.trim() === '' && image === undefined;
  return (
    <Workbench
      label="Moderate content"
      onSubmit={() => void send().catch(notifyError)}
      fields={
        <>
          <ModelPicker capability="moderation" value={model} onChange={setModel} />
          <GrowingTextarea
            label="Text"
            minRows={4}
            maxRows={14}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ImageInput
            label="Image (optional)"
            description="Not every model supports images"
            value={image}
            onChange={setImage}
          />
          <SendButton call={call} isIncomplete={model === undefined || isEmpty}>
            Check
          </SendButton>
        </>
      }
    >
      <CallOutcome
        call={call}
        empty={
          <EmptyState icon={IconShieldCheck} title="No result yet">
            Each category gets a score from 0 to 1. Flagged categories are marked.
          </EmptyState>
        }
      >
        {({ output }) =>
          output === undefined ? 'The response contains no result.' : <VerdictView verdict={output} />
        }
      </CallOutcome>
    </Workbench>
  );
}

function VerdictView({ verdict: { flagged, scores } }: { verdict: Verdict }) {
  return (
    <Stack gap="md">
      {flagged ? (
        <Alert color="red" icon={<IconFlag />} title="Flagged">
          The model flagged this content.
        </Alert>
      ) : (
        <Alert color="gate" icon={<IconShieldCheck />} title="Not flagged">
          The model did not flag this content.
        </Alert>
      )}
      <Title order={2} size="h4">
        Scores
      </Title>
      <Stack gap="xs">
        {scores.map((score) => (
          <CategoryBar key={score.category} score={score} />
        ))}
      </Stack>
    </Stack>
  );
}

function CategoryBar({ score: { label, score, flagged } }: { score: CategoryScore }) {
  const name = flagged ? (
    <Group gap="xs">
      {label}
      <Badge color="red" variant="light" size="sm" leftSection={<IconFlag size={10} />}>
        Flagged
      </Badge>
    </Group>
  ) : (
    label
  );
  return <ScoreBar label={name} value={score.toFixed(3)} share={score} color={flagged ? 'red' : 'gate'} />;
}
