import { SegmentedControl } from '@mantine/core';
import { useRef } from 'react';
import { type ChatState } from './chat-state.js';
import { ColumnView } from './column-view.js';
import classes from './columns.module.css';

/** One for each model. On a phone they are as wide as the screen: swipe, or choose by name. */
export function Columns({ state: { columns } }: { state: ChatState }) {
  const track = useRef<HTMLDivElement>(null);
  const isAlone = columns.length === 1;
  const show = (id: string): void => {
    const position = columns.findIndex((column) => column.id === id);
    track.current?.children[position]?.scrollIntoView({ inline: 'start', block: 'nearest' });
  };
  return (
    <div className={classes.frame}>
      {isAlone ? null : (
        <SegmentedControl
          aria-label="Show the column of"
          size="xs"
          fullWidth
          hiddenFrom="sm"
          className={classes.names}
          data={columns.map(({ id, model }, position) => ({
            value: id,
            label: `${position + 1}. ${model ?? '…'}`,
          }))}
          onChange={show}
        />
      )}
      <div className={classes.track} ref={track} data-count={columns.length}>
        {columns.map((column, position) => (
          <ColumnView key={column.id} column={column} position={position} isAlone={isAlone} />
        ))}
      </div>
    </div>
  );
}
