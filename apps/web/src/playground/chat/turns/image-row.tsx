import { CloseButton, Group, Image } from '@mantine/core';
import { type ChatImage } from '../conversation.js';
import { imageAddress } from '../image.js';
import classes from './turns.module.css';

export interface ImageRowProps {
  images: readonly ChatImage[];
  onRemove?: (image: ChatImage) => void;
}

export function ImageRow({ images, onRemove }: ImageRowProps) {
  if (images.length === 0) return null;
  return (
    <Group gap="xs" p="xs">
      {images.map((image, position) => (
        <div key={`${image.name}-${position}`} className={classes.image}>
          <Image
            src={imageAddress(image)}
            alt={image.name}
            h={72}
            w="auto"
            maw={180}
            radius="sm"
            fit="contain"
          />
          {onRemove === undefined ? null : (
            <CloseButton
              size="xs"
              variant="filled"
              className={classes.remove}
              aria-label={`Remove ${image.name}`}
              onClick={() => onRemove(image)}
            />
          )}
        </div>
      ))}
    </Group>
  );
}
