/**
 * Words of chips, boards and SDKs that the general dictionary does not have, or splits differently. The order has no
 * meaning.
 */
export const ownWords = `
芯片 单板 底板 核心板 开发板 原理图 走线 过孔 焊盘 封装 丝印 钢网 飞线 排线 排针 跳线帽 面包板 杜邦线 示波器 逻辑分析仪
串口 网口 波特率 乱码 烧录 裸烧 上电 下电 复位 看门狗 晶振 上拉 下拉 限流电阻 分压 电容 电感 磁珠 振铃 纹波 去耦 开尔文
静电 接触放电 辐射 等长 差分对 阻抗 眼图 天线 射频 匹配 衰减器 信道 星闪 配网 透传 保活 低功耗 深睡 唤醒 广播 组网 网关
固件 驱动 内核 设备树 管脚 复用 中断 电平中断 边沿 线程 任务栈 栈溢出 死锁 优先级反转 优先级继承 互斥量 信号量 内存屏障
交叉编译 工具链 静态链接 动态库 符号 可复现 容器 镜像 分区表 根文件系统 引导 启动时间 差分升级 双区 回滚 断点续传
量化 校准集 算子 推理 后处理 预处理 余弦相似度 混合精度 目标检测 摄像头 传感器 标定 畸变 白平衡 曝光 防闪烁 横纹 降噪 拖影 鬼影
码率 码控 关键帧 花屏 丢帧 丢包 延迟 回声 回声消除 双讲 降噪 音画同步 编解码 推流 拉流
电机 无刷 霍尔 换相 编码器 测速 电流采样 死区 母线 速度环 电流环 循迹 调参 电赛 备赛 组队 实习 转正
鸿蒙 轻量系统 小型系统 标准系统 移植 适配 开源 作品 许可证 公约 禁言 版规
`
  .split(/\s+/)
  .filter(Boolean);

/**
 * Spellings with the same meaning: a search for one finds the others. They are folded, and a joined spelling covers its
 * hyphenated forms.
 */
export const sameMeaning: string[][] = [
  ["i2c", "iic"],
  ["鸿蒙", "openharmony", "ohos"],
  ["wifi", "无线网"],
  ["ble", "蓝牙"],
  ["uart", "串口"],
  ["typec", "usbc"],
  ["h265", "hevc"],
  ["h264", "avc"],
  ["设备树", "devicetree", "dts"],
  ["星闪", "sle"],
  ["静电", "esd", "放电"],
  ["固件", "韧体"],
  ["芯片", "晶片"],
  ["软件", "软体"],
  ["内存", "记忆体"],
  ["程序", "程式"],
  ["接口", "介面"],
];

/** Question words and particles. Results need not contain them. */
export const askingWords = new Set(
  `的 了 吗 呢 吧 啊 呀 么 是 在 有 和 与 及 或 被 把 给 让 对 从 到 会 能 要 就 都 也 还 再 又 很 太 最 更 个 些 这 那 我 你 他 它 们
  怎么 怎样 怎么办 怎么样 如何 为什么 为何 什么 啥 哪里 哪个 哪些 哪儿 多少 几 请问 请教 求助 求教 大家 有没有 能不能 要不要 可以 可不可以 是否 是不是
  一个 一下 一直 总是 不 没 没有 无 不是 不能 不了 不到 问题 方法 办法 原因 this that the a an of to is in on for and or how what why`
    .split(/\s+/)
    .filter(Boolean),
);
