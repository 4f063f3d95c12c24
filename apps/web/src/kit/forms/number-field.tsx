import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, parseNumber } from './parse-number.js';

export interface NumberFieldProps extends Omit<
  TextInputProps,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'leftSection' | 'rightSection' | 'prefix' | 'ref'
> {
  value?: number | string | null | undefined;
  /** Called with a number, or `''` for an empty field. Not called while the text is invalid. */
  onChange?: (value: number | '') => void;
  min?: number | undefined;
  max?: number | undefined;
  /** 0 for whole numbers. */
  maxDecimals?: number;
  /** For example "$". */
  prefix?: string;
  /** For example "days". */
  suffix?: string;
}

const MICRO_DECIMALS = 6;

/**
 * The number input of the console. While the text is not a number within the bounds, it shows an error and prevents the form
 * from being submitted (see `createSubmitHandler`). It never changes what the user typed to another number.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min, max, maxDecimals = MICRO_DECIMALS, prefix, suffix, error, ...others } = props;
  const field = useRef<HTMLInputElement>(null);
  const currentValue = typeof value === 'number' ? value : '';
  const [typed, setTyped] = useState<{ text: string; value: number | '' }>({
    text: formatNumber(currentValue),
    value: currentValue,
  });
  // The value was changed from outside, for example by a form reset.
  if (typed.value !== currentValue) setTyped({ text: formatNumber(currentValue), value: currentValue });
  const { problem } = parseNumber(typed.text, { min, max, maxDecimals });
  useEffect(() => field.current?.setCustomValidity(problem ?? ''), [problem]);

  const change = (text: string): void => {
    const parsed = parseNumber(text, { min, max, maxDecimals });
    if (parsed.problem !== undefined) {
      setTyped({ text, value: currentValue });
    } else {
      setTyped({ text, value: parsed.value });
      if (parsed.value !== currentValue) onChange?.(parsed.value);
    }
  };
  return (
    <TextInput
      {...others}
      {...(prefix === undefined
        ? {}
        : { leftSection: <Unit>{prefix}</Unit>, leftSectionPointerEvents: 'none' })}
      {...(suffix === undefined
        ? {}
        : {
            rightSection: <Unit>{suffix}</Unit>,
            rightSectionWidth: `${suffix.length + 2}ch`,
            rightSectionPointerEvents: 'none',
          })}
      ref={field}
      inputMode={getKeyboard(min, maxDecimals)}
      autoComplete="off"
      error={problem ?? error}
      value={typed.text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        others.onBlur?.(event);
        if (problem === undefined) setTyped({ text: formatNumber(typed.value), value: typed.value });
      }}
    />
  );
}

/** On some phones, number keyboards have no minus sign. */
function getKeyboard(min: number | undefined, maxDecimals: number): 'text' | 'numeric' | 'decimal' {
  if (min === undefined || min < 0) return 'text';
  return maxDecimals === 0 ? 'numeric' : 'decimal';
}

function Unit({ children }: { children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}
