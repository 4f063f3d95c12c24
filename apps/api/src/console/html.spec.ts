import { describe, expect, it } from '@jest/globals';
import { html } from './html.js';

describe('html', () => {
  it('escapes what is inserted, in text and in attributes', () => {
    const hostile = `"><script>'&amp;`;
    expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;amp;">&quot;&gt;&lt;script&gt;&#39;&amp;amp;</a>',
    );
  });

  it('takes its own results as they are, one or many', () => {
    const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
    expect(html`<p>${items}${html`<b>${'&'}</b>`}</p>`.text).toBe(
      '<p><i>a</i><i>&lt;b&gt;</i><b>&amp;</b></p>',
    );
  });
});
