const lines = (count: number, word = 'Line'): string =>
  Array.from(
    { length: count },
    (_, at) => `<p class="editable" id="${word}-${at}">${word} ${at} of the watch</p>`,
  ).join('');
const cells = (count: number, tag: string): string =>
  Array.from({ length: count }, (_, at) => `<${tag}>Cell ${at}</${tag}>`).join('');
const page = (style: string, body: string, more = 'lang="en"'): string =>
  `<!DOCTYPE html><html ${more}><meta charset="utf-8"><style>${style}</style><body>${body}</body></html>`;

/** A picture that the document makes by itself, so many milliseconds after it is there. */
const lateImage = (wait: number): string =>
  `<img alt=""><script>setTimeout(() => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><rect width="300" height="400"/></svg>';
    document.querySelector('img').src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    document.documentElement.dataset.done = '';
  }, ${wait})</script>`;

/** Documents that are hard to show whole on a wall, by what is hard in them. `data-done` comes to those that have something late. */
export const awkward: Readonly<Record<string, string>> = {
  'very long': page('p{margin:0}', lines(160)),
  'very wide': page('main{width:3000px}p{width:2900px;text-align:right}', `<main>${lines(6)}</main>`),
  'written from top to bottom': page('html{writing-mode:vertical-rl}', lines(30)),
  'a head that stays, and a foot': page(
    'body{margin:0;padding:60px 0 40px}header,footer{position:fixed;left:0;right:0;height:40px;background:#fff}header{top:0}footer{bottom:0}',
    `<header>Always above</header>${lines(60)}<footer>Always below</footer>`,
  ),
  'headings that stick': page(
    'h2{position:sticky;top:0;margin:0;background:#fff}',
    [1, 2, 3].map((no) => `<section><h2>Part ${no}</h2>${lines(20, `Part-${no}`)}</section>`).join(''),
  ),
  'parts that are each as high as the window': page(
    'body{margin:0}section{min-height:100vh}',
    [1, 2, 3].map((no) => `<section>${lines(4, `Part-${no}`)}</section>`).join(''),
  ),
  'a table of 30 columns': page(
    'td,th{padding:4px 12px;border:1px solid}',
    `<table><thead><tr>${cells(30, 'th')}</tr></thead>${`<tr>${cells(30, 'td')}</tr>`.repeat(5)}</table>${lines(2)}`,
  ),
  'a board whose parts have places of their own': page(
    'p{position:absolute;margin:0}',
    Array.from(
      { length: 24 },
      (_, at) =>
        `<p class="editable" id="unit-${at}" style="left:${(at % 6) * 180}px;top:${Math.floor(at / 6) * 210}px">Unit ${at}</p>`,
    ).join(''),
  ),
  'frames, canvases and drawings': page(
    'iframe,canvas,svg{display:block;border:1px solid}',
    `${lines(2)}<iframe srcdoc="<p>Within" width="500" height="300"></iframe><canvas width="600" height="320"></canvas><svg width="640" height="360"><text y="40">Drawn</text></svg>`,
  ),
  'a picture that comes late': page('', lines(4) + lateImage(400)),
  'from right to left': page('main{width:1400px}', `<main>${lines(30)}</main>`, 'lang="ar" dir="rtl"'),
  'columns of a newspaper': page('main{columns:3 12rem}', `<main>${lines(60)}</main>`),
  'one that grows': page(
    '',
    `${lines(3)}<script>let no = 0;
    const timer = setInterval(() => {
      const line = document.createElement('p');
      line.textContent = 'Added ' + no;
      document.body.append(line);
      if ((no += 1) < 30) return;
      clearInterval(timer);
      document.documentElement.dataset.done = '';
    }, 20)</script>`,
  ),
  'no height of its own': page('html,body{height:0;margin:0}p{float:left;clear:both}', lines(40)),
  'a body that hides what is too much': page('html,body{height:100%;margin:0}body{overflow:hidden}', lines(50)),
  'a body that scrolls by itself': page(
    'html{height:100%;overflow:hidden}body{height:100%;margin:0;overflow:auto}',
    lines(50),
  ),
  'form controls': page(
    '',
    `${Array.from({ length: 16 }, (_, at) => `<p><label>Field ${at} <input class="editable" id="field-${at}" value="Value ${at}"></label></p>`).join('')}<select class="editable" id="choice"><option>One</option></select><textarea class="editable" id="note" rows="6">Some words</textarea>`,
  ),
  'no region': page('', '<p>No region</p>'),
  'as large as its window': page('body{margin:0}main{min-height:100vh;width:100vw}', `<main>${lines(3)}</main>`),
  'quirks mode': lines(40),
  empty: '',
};
