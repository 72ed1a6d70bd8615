import { expect, test } from "vitest";
import { namelessControls } from "../support/control-names";

test.each([
  '<input type="hidden" name="a">',
  '<input type="submit" value="发布">',
  '<label>姓名<input name="a"></label>',
  '<label for="a">姓名</label><input id="a">',
  '<input aria-label="姓名">',
  '<h2 id="t">姓名</h2><input aria-labelledby="t">',
  "<button>发布</button>",
  '<button><svg></svg><span class="visually-hidden">关闭</span></button>',
  '<button aria-label="关闭"><svg></svg></button>',
  '<a href="/"><img src="x.png" alt="首页"></a>',
  '<a id="top"></a>',
  '<script>document.write("<input>")</script>',
  '<button type="submit" tabindex="-1" aria-hidden="true" class="enter-button"></button>',
])("%s has a name, or needs none", (html) => {
  expect(namelessControls(html)).toEqual([]);
});

test.each([
  "<input>",
  '<input id="a"><label for="b">姓名</label>',
  '<label>姓名</label><input type="search" placeholder="姓名">',
  "<select><option>一</option></select>",
  "<textarea></textarea>",
  '<input aria-label="">',
  "<button><svg></svg></button>",
  '<a href="/"><img src="x.png" alt=""></a>',
])("%s has none", (html) => {
  expect(namelessControls(html)).toHaveLength(1);
});
