import { Autocomplete, NumberInput, SegmentedControl, SimpleGrid, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../kit/empty-state.js';
import { ModelPicker } from '../model-picker.js';
import { useTabModel } from '../use-tab-model.js';
import { CallOutcome } from '../workbench/call-outcome.js';
import { PictureInput } from '../workbench/picture-input.js';
import { SendButton } from '../workbench/send-button.js';
import { useCall } from '../workbench/use-call.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import { Workbench } from '../workbench/workbench.js';
import { QUALITIES, SIZES, imageRequest } from './image-request.js';
import { type ImagesAnswer, picturesIn } from './made-picture.js';
import { MaskPainter } from './mask-painter.js';
import { PictureGallery } from './picture-gallery.js';

const SAMPLE = 'A lighthouse on a rocky coast at dusk, painted in soft watercolours';
const INITIAL = { prompt: SAMPLE, size: '1024x1024', quality: 'auto', count: 1 };

export function ImageTab() {
  const [model, setModel] = useTabModel();
  const [deed, setDeed] = useState<'make' | 'change'>('make');
  const [picture, setPicture] = useState<File>();
  const [mask, setMask] = useState<File>();
  const form = useForm({ initialValues: INITIAL });
  const call = useCall(imageRequest, async (answer) => picturesIn(await answer.json<ImagesAnswer>()));
  const isChange = deed === 'change';
  const send = (): void => {
    if (model === undefined) return;
    call.send({ ...form.values, model, ...(isChange ? { picture, mask } : {}) });
  };
  const take = (file: File | undefined): void => {
    setMask(undefined);
    setPicture(file);
  };
  const isIncomplete =
    model === undefined || form.values.prompt.trim() === '' || (isChange && picture === undefined);
  return (
    <Workbench
      label={isChange ? 'Change a picture' : 'Make a picture'}
      onSubmit={send}
      fields={
        <>
          <ModelPicker capability="images" value={model} onChange={setModel} />
          <SegmentedControl
            aria-label="What to do"
            data={[
              { value: 'make', label: 'Make a picture' },
              { value: 'change', label: 'Change a picture' },
            ]}
            value={deed}
            onChange={setDeed}
          />
          {isChange ? <PictureToChange picture={picture} onPicture={take} onMask={setMask} /> : null}
          <Textarea label="Prompt" autosize minRows={3} maxRows={12} {...form.getInputProps('prompt')} />
          <SimpleGrid cols={3} spacing="sm">
            <Autocomplete label="Size" data={SIZES} {...form.getInputProps('size')} />
            <Autocomplete label="Quality" data={QUALITIES} {...form.getInputProps('quality')} />
            <NumberInput
              label="Number"
              min={1}
              max={10}
              allowDecimal={false}
              {...form.getInputProps('count')}
            />
          </SimpleGrid>
          <SendButton call={call} isIncomplete={isIncomplete}>
            {isChange ? 'Change the picture' : 'Make the picture'}
          </SendButton>
        </>
      }
    >
      <CallOutcome
        call={call}
        empty={
          <EmptyState icon={IconPhoto} title="See it">
            Say what the picture should show. You can download the result, or go on and change it.
          </EmptyState>
        }
      >
        {({ wish, answer }) => (
          <PictureGallery
            prompt={wish.prompt}
            pictures={answer}
            onChangeIt={(file) => {
              take(file);
              setDeed('change');
            }}
          />
        )}
      </CallOutcome>
    </Workbench>
  );
}

interface PictureToChangeProps {
  picture: File | undefined;
  onPicture: (picture: File | undefined) => void;
  onMask: (mask: File | undefined) => void;
}

function PictureToChange({ picture, onPicture, onMask }: PictureToChangeProps) {
  const url = useObjectUrl(picture);
  return (
    <>
      <PictureInput label="Picture" value={picture} onChange={onPicture} isPreviewHidden />
      {url === undefined ? null : <MaskPainter key={url} pictureUrl={url} onChange={onMask} />}
    </>
  );
}
