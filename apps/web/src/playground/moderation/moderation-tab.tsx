import { Textarea } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../kit/empty-state.js';
import { tellFailure } from '../../kit/notify.js';
import { ModelPicker } from '../model-picker.js';
import { useTabModel } from '../use-tab-model.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { readDataUrl } from '../workbench/data-url.js';
import { ImageInput } from '../workbench/image-input.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { Workbench } from '../workbench/workbench.js';
import { moderationRequest } from './moderation-request.js';
import { VerdictView } from './verdict-view.js';
import { type ModerationAnswer, toVerdict } from './verdict.js';

const SAMPLE = 'If you come near my house again I will hurt you.';

export function ModerationTab() {
  const [model, setModel] = useTabModel();
  const [text, setText] = useState(SAMPLE);
  const [image, setImage] = useState<File>();
  const call = useCall(moderationRequest, async (answer) => toVerdict(await answer.json<ModerationAnswer>()));
  const send = async (): Promise<void> => {
    if (model === undefined) return;
    call.send({ model, text, imageUrl: image && (await readDataUrl(image)) });
  };
  const isEmpty = text.trim() === '' && image === undefined;
  return (
    <Workbench
      label="Check for harm"
      onSubmit={() => void send().catch(tellFailure)}
      fields={
        <>
          <ModelPicker capability="moderation" value={model} onChange={setModel} />
          <Textarea
            label="Text"
            autosize
            minRows={4}
            maxRows={14}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ImageInput
            label="Image (optional)"
            description="Not every model looks at images"
            value={image}
            onChange={setImage}
          />
          <SendButton call={call} isIncomplete={model === undefined || isEmpty}>
            Check it
          </SendButton>
        </>
      }
    >
      <CallOutcome
        call={call}
        empty={
          <EmptyState icon={IconShieldCheck} title="Is it harmful?">
            Every kind of harm gets a score from 0 to 1. What the model would not let pass is marked.
          </EmptyState>
        }
      >
        {({ answer }) =>
          answer === undefined ? 'The answer holds no result.' : <VerdictView verdict={answer} />
        }
      </CallOutcome>
    </Workbench>
  );
}
