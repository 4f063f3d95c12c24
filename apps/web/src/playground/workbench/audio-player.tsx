import { type RefObject } from 'react';
import classes from './audio-player.module.css';

export interface AudioPlayerProps {
  url: string | undefined;
  label: string;
  player?: RefObject<HTMLAudioElement | null>;
}

export function AudioPlayer({ url, label, player }: AudioPlayerProps) {
  // The page shows the spoken text next to the player.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio ref={player} controls src={url} aria-label={label} className={classes.player} />;
}
