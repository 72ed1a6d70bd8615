const fields = [
  { name: "title", label: "标题", rows: 1 },
  { name: "content", label: "内容", rows: 10 },
];

/** On an error page: the texts of the posted form, so that nothing typed is lost. */
export function UnsavedText({ unsaved = {} }: { unsaved?: Record<string, string> | undefined }) {
  const texts = fields.flatMap(({ name, ...field }) => {
    const text = unsaved[name] ?? "";
    return text.trim() === "" ? [] : [{ ...field, text }];
  });
  if (texts.length === 0) return null;
  return (
    <section className="surface" style={{ padding: 16 }}>
      <p>你刚才写的内容还没有提交，请先复制保存：</p>
      {texts.map(({ label, rows, text }) => (
        <p key={label}>
          <textarea aria-label={label} readOnly rows={rows} defaultValue={text} style={{ width: "100%" }} />
        </p>
      ))}
    </section>
  );
}
