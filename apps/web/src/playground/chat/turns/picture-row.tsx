import { CloseButton, Group, Image } from '@mantine/core';
import { type Picture } from '../conversation.js';
import { pictureAddress } from '../picture.js';
import classes from './turns.module.css';

export interface PictureRowProps {
  pictures: readonly Picture[];
  onRemove?: (picture: Picture) => void;
}

export function PictureRow({ pictures, onRemove }: PictureRowProps) {
  if (pictures.length === 0) return null;
  return (
    <Group gap="xs" p="xs">
      {pictures.map((picture, position) => (
        <div key={`${picture.name}-${position}`} className={classes.picture}>
          <Image
            src={pictureAddress(picture)}
            alt={picture.name}
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
              aria-label={`Remove ${picture.name}`}
              onClick={() => onRemove(picture)}
            />
          )}
        </div>
      ))}
    </Group>
  );
}
