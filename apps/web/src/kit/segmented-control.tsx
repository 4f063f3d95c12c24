import { Box, type BoxProps } from '@mantine/core';
import { type PointerEventHandler, useId } from 'react';
import classes from './segmented-control.module.css';

export interface SegmentedControlProps<Value extends string> extends Pick<
  BoxProps,
  'className' | 'hiddenFrom'
> {
  'aria-label': string;
  'aria-describedby'?: string;
  data: readonly { value: Value; label: string }[];
  value?: Value;
  onChange?: (value: Value) => void;
  size?: 'xs' | 'sm';
  fullWidth?: boolean;
  disabled?: boolean | undefined;
  onPointerEnter?: PointerEventHandler<HTMLElement>;
  onPointerLeave?: PointerEventHandler<HTMLElement>;
}

/**
 * Radio buttons in a row. Unlike Mantine's component, it does not measure its options to animate the selection, which would
 * cause an additional layout during the page load.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { data, value, onChange, size = 'sm', fullWidth = false, disabled = false, ...others } = props;
  const id = useId();
  return (
    <Box
      role="radiogroup"
      {...others}
      className={`${classes.root} ${others.className ?? ''}`}
      data-size={size}
      data-full-width={fullWidth || undefined}
    >
      {data.map((option) => (
        <div key={option.value} className={classes.option}>
          <input
            type="radio"
            name={id}
            id={`${id}-${option.value}`}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange?.(option.value)}
          />
          <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
        </div>
      ))}
    </Box>
  );
}
