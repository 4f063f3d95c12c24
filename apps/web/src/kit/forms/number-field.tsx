import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, parseNumber } from './parse-number.js';

export interface NumberFieldProps extends Omit<
  TextInputProps,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'leftSection' | 'rightSection' | 'prefix' | 'ref'
> {
  value?: number | string | null | undefined;
  /** Gets a number, or `''` for an empty field; not called while the text is not valid. */
  onChange?: (value: number | '') => void;
  min?: number | undefined;
  max?: number | undefined;
  /** 0 for whole numbers. */
  maxDecimals?: number;
  /** Such as "$". */
  prefix?: string;
  /** Such as "days". */
  suffix?: string;
}

const MICRO_DECIMALS = 6;

/**
 * The number input of the console. It shows what was typed until it is a number within the bounds, says what is wrong
 * with it, and keeps its form from being submitted (`submitTo`). It never changes a number.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min, max, maxDecimals = MICRO_DECIMALS, prefix, suffix, error, ...others } = props;
  const field = useRef<HTMLInputElement>(null);
  const given = typeof value === 'number' ? value : '';
  const [typed, setTyped] = useState<{ text: string; value: number | '' }>({
    text: formatNumber(given),
    value: given,
  });
  // The value was changed elsewhere, such as by a reset of the form.
  if (typed.value !== given) setTyped({ text: formatNumber(given), value: given });
  const { problem } = parseNumber(typed.text, { min, max, maxDecimals });
  useEffect(() => field.current?.setCustomValidity(problem ?? ''), [problem]);

  const change = (text: string): void => {
    const parsed = parseNumber(text, { min, max, maxDecimals });
    if (parsed.problem !== undefined) {
      setTyped({ text, value: given });
    } else {
      setTyped({ text, value: parsed.value });
      if (parsed.value !== given) onChange?.(parsed.value);
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

/** Keyboards of numbers have no minus sign on some phones. */
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
